import { Trans, useLingui } from '@lingui/react/macro'
import { useAction } from '#data/use-action.ts'
import { useLiveQuery } from '#data/use-live-query.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import { languageNames, languages } from '#i18n/languages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { database } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import { Choice } from '#ui/input/radio-group.tsx'
import { Failure, Group } from '#ui/layout/group.tsx'
import type { Theme } from '#ui/theme/theme.ts'
import type { SectionProps } from './sections.ts'

/** Theme and language belong to this device; the email settings belong to the user. */
export function GeneralSection({ mails }: SectionProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const theme = useLiveQuery(() => readDeviceSetting(database(), 'theme'))
  const speak = useAction(changeLanguage)
  const paint = useAction((value: Theme) => saveDeviceSetting(database(), 'theme', value))
  return (
    <>
      <Group title={<Trans>Look and language</Trans>} text={<Trans>These are kept on this device.</Trans>}>
        <Choice
          label={<Trans>Language</Trans>}
          value={language}
          onChange={(value) => speak.run(value)}
          options={languages.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
        />
        <Choice
          label={<Trans>Theme</Trans>}
          value={theme ?? 'system'}
          onChange={(value) => paint.run(value)}
          options={[
            { value: 'system', label: t`Same as device` },
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
          ]}
        />
        <Failure>{speak.failure || paint.failure}</Failure>
      </Group>
      <Group title={<Trans>Email</Trans>}>{mails}</Group>
    </>
  )
}
