import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { findComposer } from '#ui/find-composer.ts'
import { focusAfterRemoval } from '#ui/focus-after-removal.ts'
import { Select } from '#ui/input/select.tsx'
import { closeCare } from './care.ts'
import styles from './care-card.module.css'
import { findCountry } from './find-country.ts'
import { emergencyOf, FIND_A_LINE, helpCountries, helpLines } from './help-lines.ts'

const cardRef = focusAfterRemoval(findComposer)

/** Lines to call, for the country of the device or another one. Everything in it works without a network. */
export function CareCard({ chatId }: { chatId: string }) {
  const { t } = useLingui()
  const language = useLanguage()
  const [country, setCountry] = useState(() => findCountry() ?? '')
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const emergency = emergencyOf(country)
  const countries = helpCountries
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, language))
  return (
    <section ref={cardRef} className={styles.card} aria-label={t`Somebody to talk to`}>
      <p>
        <Trans>This sounds very hard, and you need not be alone with it. There are people who listen:</Trans>
      </p>
      <ul className={styles.lines}>
        {helpLines
          .filter((line) => line.country === country)
          .map(({ name, number, area }) => (
            <li key={number}>
              <a href={`tel:${number.replace(/[^\d*+]/g, '')}`}>{number}</a> {name}
              {area === undefined ? null : ` (${area})`}
            </li>
          ))}
        <li>
          <a href={FIND_A_LINE} target="_blank" rel="noopener noreferrer">
            findahelpline.com
          </a>{' '}
          {country === '' ? <Trans>Lines in your country</Trans> : <Trans>More lines, also by chat</Trans>}
        </li>
        {emergency === undefined ? null : (
          <li>
            <a href={`tel:${emergency}`}>{emergency}</a> <Trans>If you are in danger right now</Trans>
          </li>
        )}
      </ul>
      <p className={styles.small}>
        <Trans>Only your device decided to show this. Nobody is told.</Trans>
      </p>
      <div className={styles.actions}>
        <Select
          label={t`Country`}
          value={country}
          onChange={setCountry}
          options={[{ value: '', label: t`Another country` }, ...countries]}
        />
        <Button size="s" onClick={() => void closeCare(chatId).catch(reportError)}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </section>
  )
}
