import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import type { SecondFactor } from '#contract/objects/second-factor.ts'
import { queryClient } from '#data/query-client.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { Group, Row } from '#ui/layout/group.tsx'
import { useOnline } from '#ui/use-online.ts'
import styles from '../account.module.css'
import { PasskeyRows } from './passkey-rows.tsx'
import { removeApp, renewCodes, secondFactorQuery } from './second-factor-query.ts'
import { SetUpDialog } from './set-up-dialog.tsx'
import { showRecoveryCodes } from './show-recovery-codes.tsx'

/** The second step of logging in: passkeys, an authenticator app, and recovery codes for whoever loses these. */
export function SecondFactorSection({ userId }: { userId: number }) {
  const language = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  const state = useQuery(secondFactorQuery(userId), queryClient)
  return (
    <Group
      heading="h2"
      headingRef={heading}
      title={<Trans>Second step</Trans>}
      text={<Trans>With it, nobody opens your account by the first step alone.</Trans>}
    >
      {state.data === undefined && state.isError ? (
        <div role="alert" className={styles.unread}>
          <p>{describeFailure(state.error, language)}</p>
          <Button onClick={() => void state.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : null}
      {state.data || state.isPending ? (
        <Factor userId={userId} factor={state.data ?? NO_FACTOR} isPending={state.isPending} heading={heading} />
      ) : null}
    </Group>
  )
}

/** Most accounts have no second factor: its rows stand while the state is fetched, so that nothing below them moves. */
const NO_FACTOR: SecondFactor = { totp_since: null, passkeys: [], recovery_codes_left: 0, is_required: false }

interface FactorProps {
  userId: number
  factor: SecondFactor
  isPending: boolean
  heading: RefObject<HTMLElement | null>
}

function Factor({ userId, factor, isPending, heading }: FactorProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const isOnline = useOnline()
  const [opened, setOpened] = useState<'set-up' | 'remove' | 'renew' | null>(null)
  const close = () => setOpened(null)
  const { totp_since, passkeys, recovery_codes_left: left } = factor
  const hasFactor = totp_since !== null || passkeys.length > 0
  const since = totp_since === null ? '' : formatDate(totp_since, language)
  const button = (what: NonNullable<typeof opened>, label: string) => (
    <Button disabled={!isOnline || isPending} onPointerEnter={prefetchDialog} onClick={() => setOpened(what)}>
      {label}
    </Button>
  )
  return (
    <>
      <PasskeyRows userId={userId} factor={factor} isPending={isPending} heading={heading} />
      {totp_since === null ? (
        <Row
          label={<Trans>Authenticator app</Trans>}
          text={<Trans>Logging in then also asks for a code that an app on your phone shows.</Trans>}
          action={button('set-up', t`Set up…`)}
        />
      ) : (
        <Row
          label={<Trans>Authenticator app</Trans>}
          text={<Trans>Logging in asks for its code since {since}.</Trans>}
          action={button('remove', t`Remove…`)}
        />
      )}
      {hasFactor ? (
        <Row
          label={<Trans>Recovery codes</Trans>}
          text={<Trans>{left} of 10 left. Each works once as the second step if you lose the rest.</Trans>}
          action={button('renew', t`New codes…`)}
        />
      ) : null}
      <SetUpDialog open={opened === 'set-up'} userId={userId} onClose={close} />
      <ConfirmDialog
        open={opened === 'remove'}
        onOpenChange={close}
        title={t`Remove the authenticator app?`}
        text={
          passkeys.length === 0 ? (
            <Trans>Logging in takes one step again, and the recovery codes end.</Trans>
          ) : (
            <Trans>Logging in then takes a passkey, or a recovery code as the second step.</Trans>
          )
        }
        confirmLabel={t`Remove`}
        pendingLabel={t`Removing…`}
        onConfirm={() => removeApp(userId)}
      />
      <ConfirmDialog
        open={opened === 'renew'}
        onOpenChange={close}
        title={t`Make new recovery codes?`}
        text={<Trans>The codes that you have stop working.</Trans>}
        confirmLabel={t`Make new ones`}
        pendingLabel={t`Making…`}
        onConfirm={async () => showRecoveryCodes(userId, await renewCodes(userId))}
      />
    </>
  )
}
