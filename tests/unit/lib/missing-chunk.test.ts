import { describe, expect, it } from 'vitest'
import { isMissingChunk, MissingChunkError } from '#lib/lazy/missing-chunk.ts'

describe('an error', () => {
  it.each([
    ['Chromium', 'Failed to fetch dynamically imported module: https://example.org/assets/a-12345678.js'],
    ['Firefox', 'error loading dynamically imported module: https://example.org/assets/a-12345678.js'],
    ['WebKit', 'Importing a module script failed.'],
  ])('means that a part of the app did not load when %s says so', (_engine, message) => {
    expect(isMissingChunk(new TypeError(message))).toBe(true)
  })

  it('means that too when a file of a part could not be fetched', () => {
    expect(isMissingChunk(new MissingChunkError('https://example.org/assets/a-12345678.css'))).toBe(true)
  })

  it.each([
    new TypeError('s.jsx is not a function'),
    new TypeError('Load failed'),
    'Importing a module script failed.',
  ])('means something else otherwise: %s', (error) => {
    expect(isMissingChunk(error)).toBe(false)
  })
})
