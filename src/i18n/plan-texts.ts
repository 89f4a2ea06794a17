import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'

const trialDescription = msg`Everything, for two weeks. Once per person.`
const monthsFree = msg`Two months free`

/**
 * The texts of the initial plans (server/db/migrations/0001-first-plans.ts) as they are shown, to be translated. Looked
 * up by text, not by name: a text edited by an admin is shown unchanged in every language.
 */
const known = {
  'Two free weeks': msg`Two free weeks`,
  'Everything, for two weeks. Once per person.': trialDescription,
  'All of Companion': msg`All of Companion`,
  '2 million tokens in two weeks': msg`2 million tokens in two weeks`,
  'No card': msg`No card`,
  Monthly: msg`Monthly`,
  'Companion month by month. Leave whenever you like.': msg`Companion month by month. Leave whenever you like.`,
  '2 million tokens a month': msg`2 million tokens a month`,
  Yearly: msg`Yearly`,
  'Companion for a year, for the price of ten months.': msg`Companion for a year, for the price of ten months.`,
  '24 million tokens a year': msg`24 million tokens a year`,
  'Two months free': monthsFree,
  // As installations have stored them until now.
  'Everything Companion does, for two weeks, once.': trialDescription,
  'Two months less to pay': monthsFree,
} as const

export function planText(text: string, i18n: I18n): string {
  return isKnown(text) ? i18n._(known[text]) : text
}

/** Returns the function that translates a plan's text; renders again when the language changes. */
export function usePlanText(): (text: string) => string {
  const { i18n } = useLingui()
  return (text) => planText(text, i18n)
}

/** Returns a function for a plan's title, or its name without one. */
export function usePlanTitle(): (plan: { title: string; name: string }) => string {
  const read = usePlanText()
  return ({ title, name }) => read(title || name)
}

function isKnown(text: string): text is keyof typeof known {
  return Object.hasOwn(known, text)
}
