extension Rule {
  /// The URLs of a prompt's button.
  public struct Destinations: Hashable, Sendable {
    /// The URL on Android; nil if the button leads nowhere.
    public let onAndroid: ExactString?
    /// The URL on other systems; nil if the button leads nowhere.
    public let elsewhere: ExactString?
    /// A page for some installed versions, which cannot update by themselves; nil for none.
    public let page: Page?

    /// Names both destinations.
    public init(onAndroid: ExactString?, elsewhere: ExactString?, page: Page? = nil) {
      self.onAndroid = onAndroid
      self.elsewhere = elsewhere
      self.page = page
    }
  }

  /// A page to which the prompt leads on some installed versions.
  public struct Page: Hashable, Sendable {
    /// The page's URL.
    public let url: ExactString
    /// The installed versions that the page is for, by their version code, and without a code by their name.
    public let versions: [PublishedVersion]

    /// Names a page.
    public init(url: ExactString, versions: [PublishedVersion]) {
      self.url = url
      self.versions = versions
    }
  }
}
