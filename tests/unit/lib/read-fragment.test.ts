import { expect, it } from 'vitest'
import { readFragment } from '#lib/routing/read-fragment.ts'

it('reads a token from behind the hash, with or without its sign', () => {
  expect(readFragment('#token=a-b_c', 'token')).toBe('a-b_c')
  expect(readFragment('token=a&verify=b', 'verify')).toBe('b')
})

it('takes nothing for a token that can be none', () => {
  expect(readFragment('', 'token')).toBeUndefined()
  expect(readFragment('#token=', 'token')).toBeUndefined()
  expect(readFragment('#privacy', 'token')).toBeUndefined()
  expect(readFragment(`#token=${'x'.repeat(5000)}`, 'token')).toBeUndefined()
})
