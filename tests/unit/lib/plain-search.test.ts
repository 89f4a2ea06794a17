import { describe, expect, it } from 'vitest'
import { parsePlainSearch, writePlainSearch } from '#lib/routing/plain-search.ts'

describe('plain search', () => {
  it('reads every value as the text it is', () => {
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

  it('leaves out what is not given', () => {
    expect(writePlainSearch({ redirect: undefined })).toBe('')
  })

  it('survives broken percent signs', () => {
    expect(parsePlainSearch('?redirect=%E0%A4%A')).toHaveProperty('redirect')
  })
})
