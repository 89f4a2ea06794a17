import { expect, test } from 'vitest'
import { readFragment } from '#lib/routing/read-fragment.ts'

test('a token is read from the URL fragment, with or without the hash sign', () => {
  expect(readFragment('#token=a-b_c', 'token')).toBe('a-b_c')
  expect(readFragment('token=a&verify=b', 'verify')).toBe('b')
})

test('a fragment that cannot be a token is ignored', () => {
  expect(readFragment('', 'token')).toBeUndefined()
  expect(readFragment('#token=', 'token')).toBeUndefined()
  expect(readFragment('#privacy', 'token')).toBeUndefined()
  expect(readFragment(`#token=${'x'.repeat(5000)}`, 'token')).toBeUndefined()
})
