import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import { getConsents, giveConsents } from '#contract/endpoints/legal.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { closePrompt, showPrompt } from '#ui/feedback/prompt.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'

const TERMS = 'consent-terms'
const AGE = 'consent-age'

/**
 * Asks for what the user has to accept or state and has not: new terms, and the minimum age of this server. Whoever
 * declines is led to their account, where they can export and delete it, and is asked again at the next start; newer terms are asked for without one.
 */
export function ConsentPrompt({ userId }: { userId: number }) {
  const { t } = useLingui()
  const router = useRouter()
  const language = useLanguage()
  const { data: config } = useQuery(configQuery, queryClient)
  const needsConsent = config?.legal !== undefined && (config.legal.consent ?? config.legal.minimum_age) !== null
  // Part of the key, so that a window that stays open asks the server again when newer terms are published.
  const required = `${config?.legal?.consent} ${config?.legal?.minimum_age}`
  const query = {
    queryKey: ['consents', userId, required],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.call(getConsents, { signal, as: userId }),
    enabled: needsConsent,
    staleTime: Number.POSITIVE_INFINITY,
  }
  const { data } = useQuery(query, queryClient)
  const terms = data?.terms ?? null
  const age = data?.minimum_age ?? null
  const termsText = t`There are new terms of use. Please read them: to go on using Companion you need to accept them.`
  const ageText = t`Companion is for people of a minimum age on this server. Are you at least ${age ?? 0} years old?`
  const [readLabel, accept, decline, yes, no] = [t`Read`, t`Accept`, t`Decline`, t`Yes`, t`No`]
  useEffect(() => {
    const leave = () => void router.navigate({ to: '/account' })
    const send = (body: BodyInput<typeof giveConsents>, again: () => void) => async () => {
      try {
        const consents = await api.call(giveConsents, { body, as: userId })
        queryClient.setQueryData(['consents', userId, required], consents)
      } catch (error) {
        toastFailure(error)
        again()
      }
    }
    const askTerms = (version: number) => {
      const again = () => askTerms(version)
      const read = () => {
        open(`/legal/terms?lang=${language}`, '_blank', 'noopener')
        again()
      }
      const give = send({ terms: version }, again)
      showPrompt({
        id: TERMS,
        text: termsText,
        actions: [
          { label: decline, onSelect: leave },
          { label: readLabel, onSelect: read },
          { label: accept, onSelect: () => void give(), primary: true },
        ],
      })
    }
    const askAge = (years: number) => {
      const confirm = send({ minimum_age: years }, () => askAge(years))
      showPrompt({
        id: AGE,
        text: ageText,
        actions: [
          { label: no, onSelect: leave },
          { label: yes, onSelect: () => void confirm(), primary: true },
        ],
      })
    }
    if (terms !== null) askTerms(terms)
    if (age !== null) askAge(age)
    return () => {
      closePrompt(TERMS)
      closePrompt(AGE)
    }
  }, [termsText, ageText, readLabel, accept, decline, yes, no, terms, age, language, userId, required, router])
  return null
}
