import { Trans, useLingui } from '@lingui/react/macro'
import { NEAR_LIMIT, shareOf, type UsageLimits } from '#data/usage.ts'
import { formatNumber } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Meter } from '#ui/data-display/meter.tsx'
import { Row } from '#ui/layout/group.tsx'

/** Shows used, limit and rest of one kind; without a limit, only the used amount. */
export function UsageMeter({ kind, meter }: { kind: 'tokens' | 'searches'; meter: UsageLimits['tokens'] }) {
  const { t } = useLingui()
  const language = useLanguage()
  const label =
    kind === 'tokens' ? <Trans>Tokens used (what the model reads and writes)</Trans> : <Trans>Web searches</Trans>
  const used = formatNumber(meter.used, language)
  const share = shareOf(meter)
  if (share === null || meter.limit === null) {
    return <Row label={label} text={t`Unlimited · ${used} used`} />
  }
  const limit = formatNumber(meter.limit, language)
  const left = formatNumber(Math.max(0, meter.limit - meter.used), language)
  const tone = share >= 1 ? 'danger' : share >= NEAR_LIMIT ? 'warn' : 'accent'
  return <Meter label={label} text={t`${used} of ${limit} used · ${left} left`} share={share} tone={tone} />
}
