import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AuditEntry } from '#contract/objects/admin/audit-entry.ts'
import { formatDate } from '#i18n/format-date.ts'
import { isLanguage } from '#i18n/languages.ts'
import { planFieldNames } from '../../plans/form/plan-field-names.ts'

const fieldNames: Readonly<Record<string, MessageDescriptor>> = {
  email: msg`Email`,
  username: msg`Username`,
  password: msg`Password`,
  first_name: msg`First Name`,
  last_name: msg`Last Name`,
  is_admin: msg`Admin`,
  is_provider: msg`Provider`,
  is_vip: msg`VIP`,
  is_ad_subscriber: msg`Ad Subscriber`,
  receive_newsletters: msg`Newsletters`,
  ...planFieldNames,
}
const texts = {
  until: msg`until`,
  sessions: msg`Sessions`,
  archived: msg`Archived`,
  invited: msg`invited by mail`,
  on: msg`on`,
  off: msg`off`,
  now: msg`at once`,
  period_end: msg`at the end of the period`,
}

/** Returns the readable parts of an entry's details, in recorded order. */
export function describeDetail(detail: AuditEntry['detail'], i18n: I18n): string[] {
  const name = (field: string) => (fieldNames[field] ? i18n._(fieldNames[field]) : field)
  return Object.entries(detail).flatMap(([key, value]) => {
    if (key === 'fields' && Array.isArray(value)) {
      // Flags are listed with their new value.
      const plain = value.map(String).filter((field) => !(field in detail))
      return plain.length > 0 ? [plain.map(name).join(', ')] : []
    }
    if (key === 'until' && typeof value === 'string') {
      return [`${i18n._(texts.until)} ${formatDate(value, isLanguage(i18n.locale) ? i18n.locale : 'en')}`]
    }
    if (key === 'when' && (value === 'now' || value === 'period_end')) return [i18n._(texts[value])]
    if (key === 'what' && value === 'sessions') return [i18n._(texts.sessions)]
    if (key === 'invited') return value === true ? [i18n._(texts.invited)] : []
    if (key === 'archived') return value === true ? [i18n._(texts.archived)] : []
    if (typeof value === 'boolean' && fieldNames[key]) return [`${name(key)}: ${i18n._(value ? texts.on : texts.off)}`]
    return []
  })
}
