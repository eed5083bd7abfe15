#ifndef CPLAINTEXT_H
#define CPLAINTEXT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

/// The offset of the first byte from `start` on that is a quote, a backslash, a control or not ASCII; `count` without one.
///
/// In C, because Swift without flags for a certain processor compares vectors byte by byte.
///
/// Bench row 3: 7 % less CPU time than byte by byte.
__attribute__((always_inline)) static inline size_t herald_plain_text_end(const uint8_t *bytes, size_t start, size_t count) {
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\'), blank = _mm_set1_epi8(' ');
  for (; start + 16 <= count; start += 16) {
    const __m128i part = _mm_loadu_si128((const __m128i *)(bytes + start));
    // As signed numbers, bytes from 0x80 on are less than a blank, as controls are.
    const __m128i ends = _mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi8(part, quote), _mm_cmpeq_epi8(part, backslash)), _mm_cmplt_epi8(part, blank));
    const int mask = _mm_movemask_epi8(ends);
    if (mask != 0) return start + (size_t)__builtin_ctz((unsigned)mask);
  }
#elif defined(__ARM_NEON) && defined(__aarch64__)
  const uint8x16_t quote = vdupq_n_u8('"'), backslash = vdupq_n_u8('\\');
  const int8x16_t blank = vdupq_n_s8(' ');
  for (; start + 16 <= count; start += 16) {
    const uint8x16_t part = vld1q_u8(bytes + start);
    const uint8x16_t ends = vorrq_u8(
        vorrq_u8(vceqq_u8(part, quote), vceqq_u8(part, backslash)), vcltq_s8(vreinterpretq_s8_u8(part), blank));
    // The mask has four bits for each byte.
    const uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(ends), 4)), 0);
    if (mask != 0) return start + (size_t)(__builtin_ctzll(mask) >> 2);
  }
#endif
  for (; start < count; start++) {
    const uint8_t byte = bytes[start];
    if (byte < 0x20 || byte >= 0x80 || byte == '"' || byte == '\\') break;
  }
  return start;
}

#endif
