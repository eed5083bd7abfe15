import HeraldQuestions

/// The style sheets that pages of other modules use too.
package enum PageStyle {
  /// Colours, type and the elements of every page.
  package static var base: [UInt8] { PackageResources.base_css }
}

/// A script that the pages of a server share with the pages of reports.
package enum PageScript {
  /// Adds the viewer's own clock beside times of other clocks.
  package static var viewer: [UInt8] { PackageResources.viewer_js }
}
