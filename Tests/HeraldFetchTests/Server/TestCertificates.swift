/// Certificates and a key for these tests only: the key is public, and protects nothing.
///
/// Each certificate signs itself and belongs to the same key. Two are valid until 2126; one ended in 2002.
enum TestCertificates {
  /// For `localhost` and `127.0.0.1`.
  static let loopback = """
    -----BEGIN CERTIFICATE-----
    MIIBbDCCARKgAwIBAgIUdWvQfLJuZvVl+XrX0GFo8K4glkcwCgYIKoZIzj0EAwIw
    GzEZMBcGA1UEAwwQdGVzdCBvZiBsb29wYmFjazAgFw0yNjAxMDEwMDAwMDBaGA8y
    MTI2MDEwMTAwMDAwMFowGzEZMBcGA1UEAwwQdGVzdCBvZiBsb29wYmFjazBZMBMG
    ByqGSM49AgEGCCqGSM49AwEHA0IABLeGUFord4MaLcC7rTmZ5r9K6aiB7TE4d2xq
    KM8nNm9m7zX04GLAxWmK+tmWpAuAAX/pXLk9Id6rm9wlsO3JuLOjMjAwMBoGA1Ud
    EQQTMBGCCWxvY2FsaG9zdIcEfwAAATASBgNVHRMBAf8ECDAGAQH/AgEAMAoGCCqG
    SM49BAMCA0gAMEUCIQDhdC06s9XcajiUdF4yCbp/0S3Wk/2h6EWUThr3UUmrLgIg
    cxUzsWegqBkVRnRPHHvjIvat0Rf7EIyyikFOfDkcU/c=
    -----END CERTIFICATE-----
    """

  /// For `elsewhere.example`.
  static let elsewhere = """
    -----BEGIN CERTIFICATE-----
    MIIBdjCCARygAwIBAgIUdpSDtVvnBt0HFX0uj/FGIttXWQ0wCgYIKoZIzj0EAwIw
    HzEdMBsGA1UEAwwUdGVzdCBvZiBhbm90aGVyIGhvc3QwIBcNMjYwMTAxMDAwMDAw
    WhgPMjEyNjAxMDEwMDAwMDBaMB8xHTAbBgNVBAMMFHRlc3Qgb2YgYW5vdGhlciBo
    b3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEt4ZQWit3gxotwLutOZnmv0rp
    qIHtMTh3bGoozyc2b2bvNfTgYsDFaYr62ZakC4ABf+lcuT0h3qub3CWw7cm4s6M0
    MDIwHAYDVR0RBBUwE4IRZWxzZXdoZXJlLmV4YW1wbGUwEgYDVR0TAQH/BAgwBgEB
    /wIBADAKBggqhkjOPQQDAgNIADBFAiAXQDjrckuYxajVs0U/iFp+DYMxpfMBF8g+
    kvCAw4AAWAIhAMUzbe012tJ2Edz/tYdHyrp16dSxSK7zaLmeqdwi0Akb
    -----END CERTIFICATE-----
    """

  /// For `localhost`, in 2001.
  static let expired = """
    -----BEGIN CERTIFICATE-----
    MIIBeDCCAR6gAwIBAgIUHyFBzqRw1ot+LzXzk1x5b0YmtDwwCgYIKoZIzj0EAwIw
    JTEjMCEGA1UEAwwadGVzdCBvZiBhIHBhc3QgY2VydGlmaWNhdGUwHhcNMDEwMTAx
    MDAwMDAwWhcNMDIwMTAxMDAwMDAwWjAlMSMwIQYDVQQDDBp0ZXN0IG9mIGEgcGFz
    dCBjZXJ0aWZpY2F0ZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLeGUFord4Ma
    LcC7rTmZ5r9K6aiB7TE4d2xqKM8nNm9m7zX04GLAxWmK+tmWpAuAAX/pXLk9Id6r
    m9wlsO3JuLOjLDAqMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDASBgNVHRMBAf8ECDAG
    AQH/AgEAMAoGCCqGSM49BAMCA0gAMEUCIQD8bC16nn1fHIdYsQPcntp58fiQFqmD
    1qLIjjjk9LjTZQIgEBUaUZybSbcHZhNoajkZYwTAHGGuBVN5LM6dpjDYkwQ=
    -----END CERTIFICATE-----
    """

  /// Of all of them.
  static let publicTestKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgO5NkMbSxhJwxJKcK
    buURT0joXDypZoPZvKpgkeTLOimhRANCAAS3hlBaK3eDGi3Au605mea/Sumoge0x
    OHdsaijPJzZvZu819OBiwMVpivrZlqQLgAF/6Vy5PSHeq5vcJbDtybiz
    -----END PRIVATE KEY-----
    """
}
