#ifndef CPLAINTEXT_H
#define CPLAINTEXT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

#if defined(__SSE2__)
/// A bit for each of 16 bytes that ends plain text.
__attribute__((always_inline)) static inline uint64_t herald_plain_ends(
    const uint8_t *bytes, uint8_t mark, uint8_t other) {
  const __m128i part = _mm_loadu_si128((const __m128i *)bytes);
  // As signed numbers, bytes from 0x80 on are less than a blank, as controls are.
  const __m128i ends = _mm_or_si128(
      _mm_or_si128(_mm_cmpeq_epi8(part, _mm_set1_epi8('"')), _mm_cmplt_epi8(part, _mm_set1_epi8(' '))),
      _mm_or_si128(_mm_cmpeq_epi8(part, _mm_set1_epi8((char)mark)), _mm_cmpeq_epi8(part, _mm_set1_epi8((char)other))));
  return (uint64_t)_mm_movemask_epi8(ends);
}

__attribute__((always_inline)) static inline size_t herald_first_byte(uint64_t ends) {
  return (size_t)__builtin_ctzll(ends);
}
#elif defined(__ARM_NEON) && defined(__aarch64__)
/// Four bits for each of 16 bytes that ends plain text.
__attribute__((always_inline)) static inline uint64_t herald_plain_ends(
    const uint8_t *bytes, uint8_t mark, uint8_t other) {
  const uint8x16_t part = vld1q_u8(bytes);
  const uint8x16_t ends = vorrq_u8(
      vorrq_u8(vceqq_u8(part, vdupq_n_u8('"')), vcltq_s8(vreinterpretq_s8_u8(part), vdupq_n_s8(' '))),
      vorrq_u8(vceqq_u8(part, vdupq_n_u8(mark)), vceqq_u8(part, vdupq_n_u8(other))));
  return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(ends), 4)), 0);
}

__attribute__((always_inline)) static inline size_t herald_first_byte(uint64_t ends) {
  return (size_t)(__builtin_ctzll(ends) >> 2);
}
#endif

/// The offset of the first byte from `start` on that is a quote, one of two marks, a control or not ASCII; `count` without
/// one. It compares 16 bytes at once. The last comparison overlaps the one before it where fewer than 16 bytes are left.
///
/// In C, because Swift without flags for a certain processor compares vectors byte by byte.
///
/// Bench row 3: 7 % less CPU time than byte by byte. Bench row 11: 4 % fewer instructions.
__attribute__((always_inline)) static inline size_t herald_plain_end(
    const uint8_t *bytes, size_t start, size_t count, uint8_t mark, uint8_t other) {
#if defined(__SSE2__) || (defined(__ARM_NEON) && defined(__aarch64__))
  const size_t first = start;
  for (; start + 16 <= count; start += 16) {
    const uint64_t ends = herald_plain_ends(bytes + start, mark, other);
    if (ends != 0) return start + herald_first_byte(ends);
  }
  if (start > first && start < count) {
    const uint64_t ends = herald_plain_ends(bytes + count - 16, mark, other);
    return ends != 0 ? count - 16 + herald_first_byte(ends) : count;
  }
#endif
  for (; start < count; start++) {
    const uint8_t byte = bytes[start];
    if (byte < 0x20 || byte >= 0x80 || byte == '"' || byte == mark || byte == other) break;
  }
  return start;
}

#endif
