import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { AuditEntry } from '#contract/objects/admin/audit-entry.ts'
import { formatPercent } from '#i18n/format.ts'
import { formatDate } from '#i18n/format-date.ts'
import { formatPrice } from '#i18n/format-price.ts'
import { isLanguage, languageNames } from '#i18n/languages.ts'
import { documentNames } from '../../legal/document-names.ts'
import { formatMoment } from '../../newsletter/format-moment.ts'
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
  archived: msg`Archived`,
  invited: msg`invited by mail`,
  on: msg`on`,
  off: msg`off`,
}
/** The texts of values, by key. */
const words: Readonly<Record<string, Readonly<Record<string, MessageDescriptor>>>> = {
  document: documentNames,
  state: { open: msg`Reopened`, resolved: msg`Resolved` },
  what: { sessions: msg`Sessions`, usage: msg`Usage` },
  when: { now: msg`at once`, period_end: msg`at the end of the period` },
}
const rubricText = (name: string) => msg`Rubric ${name}`
/** The texts of numbers, by key. */
const numbers: Readonly<Record<string, (value: number) => MessageDescriptor>> = {
  version: (version) => msg`version ${version}`,
  listed: (count) => msg`${plural(count, { one: '# person', other: '# people' })}`,
  reports: (reports) => msg`${plural(reports, { one: '# report', other: '# reports' })}`,
}

/** What an entry holds as an id, by its current name where that is known. */
export type NamesOfDetail = { code?: string | undefined; plan?: string | undefined }

/** Returns the readable parts of an entry's details, in recorded order. */
export function describeDetail(detail: AuditEntry['detail'], i18n: I18n, names: NamesOfDetail = {}): string[] {
  const language = isLanguage(i18n.locale) ? i18n.locale : 'en'
  const name = (field: string) => (fieldNames[field] ? i18n._(fieldNames[field]) : field)
  const price = (amount: string) =>
    typeof detail.currency === 'string' ? formatPrice(amount, detail.currency, language) : []
  const describeText = (key: string, value: string) => {
    const word = words[key]?.[value]
    if (word) return i18n._(word)
    if (key === 'until') return `${i18n._(texts.until)} ${formatDate(value, language)}`
    if (key === 'at') return formatMoment(value, language)
    if (key === 'amount') return price(value)
    if (key === 'rubric_version') return i18n._(rubricText(value))
    if (key === 'language' && isLanguage(value)) return languageNames[value]
    return key === 'model' ? value : []
  }
  return Object.entries(detail).flatMap(([key, value]) => {
    if (key === 'code' || key === 'plan') return names[key] ?? []
    if ((key === 'fields' || key === 'flags') && Array.isArray(value)) {
      // Flags are listed with their new value.
      const plain = value.map(String).filter((field) => !(field in detail))
      return plain.length > 0 ? plain.map(name).join(', ') : []
    }
    if (typeof value === 'string') return describeText(key, value)
    if (typeof value === 'number') {
      const text = numbers[key]
      if (key === 'percent_off') return formatPercent(value / 100, language)
      if (key === 'amount_off') return price(String(value / 100))
      return text ? i18n._(text(value)) : []
    }
    if (key === 'invited') return value === true ? i18n._(texts.invited) : []
    if (key === 'archived') return value === true ? i18n._(texts.archived) : []
    return typeof value === 'boolean' && fieldNames[key] ? `${name(key)}: ${i18n._(value ? texts.on : texts.off)}` : []
  })
}
