import { expect, test } from 'vitest'
import { changedFields, firstFields } from '#features/admin/user-page/save-user.ts'
import { describeDetail } from '#features/admin/user-page/timeline/describe-detail.ts'
import { activateLanguage, i18n } from '#i18n/i18n.ts'
import { makeUser } from '#support/users/make-user.ts'

test('the user form sends only changed fields, and a password only when one was typed', () => {
  const user = makeUser(7, { username: 'ana', is_vip: true })
  const typed = { ...firstFields(user), password: '' }
  expect(changedFields(user, typed)).toEqual({})
  expect(changedFields(user, { ...typed, first_name: 'Anna', is_vip: false })).toEqual({
    first_name: 'Anna',
    is_vip: false,
  })
  expect(changedFields(user, { ...typed, password: 'a quiet harbour 42' })).toEqual({ password: 'a quiet harbour 42' })
})

test.each([
  [{ fields: ['email', 'is_vip'], is_vip: false }, ['Email', 'VIP: off'], ['Correo', 'VIP: no']],
  [{ plan: 2, subscription: 9, until: '2031-05-06T12:00:00.000Z' }, ['until May 6, 2031'], ['hasta el 6 may 2031']],
  [{ what: 'sessions' }, ['Sessions'], ['Sesiones']],
  [{ invited: false }, [], []],
  [{}, [], []],
] as const)('the details of the audit entry %j are shown in both languages', async (detail, english, spanish) => {
  await activateLanguage('en')
  expect(describeDetail({ ...detail }, i18n)).toEqual(english)
  await activateLanguage('es')
  expect(describeDetail({ ...detail }, i18n)).toEqual(spanish)
})
