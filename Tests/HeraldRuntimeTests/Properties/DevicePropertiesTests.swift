import Foundation
import HeraldRuntime
import Testing

@Suite("What a device says of itself")
struct DevicePropertiesTests {
  @Test("Typed properties have the names that policies filter by, and own properties come with them")
  func propertiesHaveTheirNames() {
    let properties = DeviceProperties(
      packageName: "com.example.shop", versionName: "2.6", versionCode: "260", osName: "ios", osVersion: "17.4",
      model: "iPhone15,2", isTablet: false, language: "tr-TR", architecture: "arm64", others: ["x-plan": "family"])
    #expect(
      properties.byName == [
        "appPackageName": "com.example.shop", "appVersionName": "2.6", "appVersionCode": "260", "deviceOsName": "ios",
        "deviceOsVersion": "17.4", "deviceModel": "iPhone15,2", "deviceIsTablet": "false", "deviceLanguage": "tr-TR",
        "deviceArchitecture": "arm64", "x-plan": "family",
      ])
    #expect(DeviceProperties().byName == [:])
    #expect(DeviceProperties(model: "a", others: ["deviceModel": "b"]).byName == ["deviceModel": "b"])
  }

  @Test("The system's own properties name the system and its version")
  func currentNamesTheSystem() {
    let current = DeviceProperties.current
    #if os(Linux)
      #expect(current.osName == "linux")
      #expect(current.packageName == nil)
      #expect(current.model == nil)
    #elseif os(macOS)
      #expect(current.osName == "macos")
      #expect(current.model != nil)
    #endif
    #expect(current.osVersion?.contains(".") == true)
  }

  @Test(
    "The language comes from the first variable of the locale that is set",
    arguments: [
      (["LANG": "de_DE.UTF-8"], "de-DE"), (["LANG": "sr_RS@latin"], "sr-RS"), (["LANG": "tr"], "tr"),
      (["LC_ALL": "fr_FR", "LANG": "de_DE"], "fr-FR"), (["LC_ALL": "", "LC_MESSAGES": "ja_JP.eucJP"], "ja-JP"),
      (["LANG": "C.UTF-8"], nil), (["LANG": "POSIX"], nil), (["LC_ALL": "C", "LANG": "de_DE"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func languageComesFromTheLocale(environment: [String: String], language: String?) {
    #expect(DeviceProperties.language(in: environment) == language)
  }

  #if os(Linux)
    @Test("The standard ledger is in the folder for data that the user has chosen")
    func standardFolderIsTheUsersChoice() {
      let home = FileManager.default.homeDirectoryForCurrentUser.path
      #expect(Installation.standardFolder(of: "shop", in: ["XDG_DATA_HOME": "/data"]).path == "/data/shop")
      #expect(
        Installation.standardFolder(of: "shop", in: ["XDG_DATA_HOME": "data"]).path == "\(home)/.local/share/shop")
      #expect(Installation.standardFolder(of: "shop", in: [:]).path == "\(home)/.local/share/shop")
      #expect(
        Installation.standardFolder(of: "shop", in: ["HOME": "/snap/shop"]).path == "/snap/shop/.local/share/shop")
      #expect(Installation.standardFolder(of: "shop", in: ["HOME": "snap"]).path == "\(home)/.local/share/shop")
    }
  #endif
}
