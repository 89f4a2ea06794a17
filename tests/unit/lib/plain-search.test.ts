import { describe, expect, it } from 'vitest'
import { parsePlainSearch, writePlainSearch } from '#lib/routing/plain-search.ts'

describe('the plain search parser', () => {
  it('reads every value as text', () => {
    expect(parsePlainSearch('?session_id=123&type=true&x=%22a%22')).toEqual({
      session_id: '123',
      type: 'true',
      x: '"a"',
    })
  })

  it('writes paths so that they can be read back', () => {
    const search = { redirect: '/chat/1?a=b&c=d#e' }
    expect(parsePlainSearch(writePlainSearch(search))).toEqual(search)
  })

  it('leaves out undefined values', () => {
    expect(writePlainSearch({ redirect: undefined })).toBe('')
  })

  it('tolerates malformed percent encoding', () => {
    expect(parsePlainSearch('?redirect=%E0%A4%A')).toHaveProperty('redirect')
  })
})
