import { Trans } from '@lingui/react/macro'
import type { PublicConfig } from '#contract/objects/config.ts'
import { useLanguage } from '#i18n/use-language.ts'

/** Says whether the operator has published a privacy policy; nothing until the server has answered. */
export function PrivacyState({ config }: { config: PublicConfig | undefined }) {
  const language = useLanguage()
  if (config?.legal === undefined) return null
  if (config.legal.privacy !== null) {
    return (
      <p>
        <Trans>
          Whoever runs this server has published a <a href={`/legal/privacy?lang=${language}`}>privacy policy</a>. This
          is what the server stores and sends, by what it is set to:
        </Trans>
      </p>
    )
  }
  return (
    <p>
      <Trans>
        Draft: this text comes with Companion and follows what this server is set to. Whoever runs the server has not
        published a privacy policy of their own.
      </Trans>
    </p>
  )
}
