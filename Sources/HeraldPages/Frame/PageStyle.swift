import HeraldQuestions
/// The style sheets that pages of other modules use too.
package enum PageStyle {
  /// Colours, type and what every page has.
  package static var base: [UInt8] { PackageResources.base_css }
}

/// A script that pages of a server share with those of reports.
package enum PageScript {
  /// Adds the viewer's own clock beside times of other clocks.
  package static var viewer: [UInt8] { PackageResources.viewer_js }
}
