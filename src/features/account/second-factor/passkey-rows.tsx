import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { Passkey } from '#contract/objects/factors/passkey.ts'
import type { SecondFactor } from '#contract/objects/second-factor.ts'
import { configQuery } from '#data/config-query.ts'
import { hasPasskeys } from '#data/passkeys.ts'
import { queryClient } from '#data/query-client.ts'
import { useAction } from '#data/use-action.ts'
import { formatAgo } from '#i18n/format-ago.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { Failure, Row } from '#ui/layout/group.tsx'
import { useOnline } from '#ui/use-online.ts'
import { makeOwnPasskey } from './add-factor.ts'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'
import styles from './second-factor.module.css'
import { removeOwnPasskey } from './second-factor-query.ts'
import { showRecoveryCodes } from './show-recovery-codes.tsx'

interface Props {
  userId: number
  factor: SecondFactor
  /** The state is still being fetched: nothing can be changed yet. */
  isPending: boolean
  /** The heading of the section. */
  heading: RefObject<HTMLElement | null>
}

/** Lists the passkeys of an account. A new one can be added only if both server and browser support passkeys. */
export function PasskeyRows({ userId, factor: { totp_since, passkeys }, isPending, heading }: Props) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const { data: config } = useQuery(configQuery, queryClient)
  const [opened, setOpened] = useState<'rename' | 'remove' | null>(null)
  // The chosen passkey remains visible while its dialog closes.
  const [selected, setSelected] = useState<Passkey>()
  const add = useAction(async () => {
    const codes = await makeOwnPasskey(userId)
    if (codes.length > 0) showRecoveryCodes(userId, codes)
  })
  const open = (what: NonNullable<typeof opened>, passkey: Passkey) => {
    setSelected(passkey)
    setOpened(what)
  }
  const close = () => setOpened(null)
  // Shown also while the configuration is fetched, because most servers have them: the rows below then do not move.
  const canAdd = (config === undefined || config.passkeys === true) && hasPasskeys()
  const isLast = totp_since === null && passkeys.length === 1
  return (
    <>
      {canAdd ? (
        <Row
          label={<Trans>Passkeys</Trans>}
          text={
            <Trans>
              Log in with your fingerprint, your face or the lock of your device, on each device that has one. Once
              there is one, logging in without it takes a second step.
            </Trans>
          }
          action={
            <Button
              disabled={!isOnline || isPending || config === undefined}
              pending={add.pending}
              pendingLabel={t`Adding…`}
              onClick={() => add.run()}
            >
              <Trans>Add a passkey…</Trans>
            </Button>
          }
        />
      ) : null}
      {add.failure ? <Failure>{add.failure}</Failure> : null}
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onOpen={open} />
      ))}
      {selected ? (
        <>
          <RenamePasskeyDialog
            key={selected.id}
            userId={userId}
            passkey={selected}
            open={opened === 'rename'}
            onClose={close}
          />
          <ConfirmDialog
            open={opened === 'remove'}
            onOpenChange={close}
            title={t`Remove “${selected.name}”?`}
            text={
              isLast ? (
                <Trans>Logging in takes one step again, and the recovery codes end.</Trans>
              ) : (
                <Trans>It no longer opens your account. Your device still lists it until you delete it there.</Trans>
              )
            }
            confirmLabel={t`Remove`}
            focusAfter={heading}
            pendingLabel={t`Removing…`}
            onConfirm={() => removeOwnPasskey(userId, selected.id)}
          />
        </>
      ) : null}
    </>
  )
}

interface RowProps {
  passkey: Passkey
  onOpen: (what: 'rename' | 'remove', passkey: Passkey) => void
}

function PasskeyRow({ passkey, onOpen }: RowProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const isOnline = useOnline()
  const { name, created_at, last_used_at } = passkey
  const since = formatDate(created_at, language)
  const used = last_used_at === null ? '' : formatAgo(Date.parse(last_used_at), Date.now(), language)
  const button = (what: 'rename' | 'remove', text: string, label: string) => (
    <Button
      size="s"
      disabled={!isOnline}
      aria-label={label}
      onPointerEnter={prefetchDialog}
      onClick={() => onOpen(what, passkey)}
    >
      {text}
    </Button>
  )
  return (
    <Row
      label={<span dir="auto">{name}</span>}
      text={
        last_used_at === null ? (
          <Trans>Passkey since {since}, not used yet</Trans>
        ) : (
          <Trans>
            Passkey since {since} · last used {used}
          </Trans>
        )
      }
      action={
        <div className={styles.buttons}>
          {button('rename', t`Rename…`, t`Rename ${name}`)}
          {button('remove', t`Remove…`, t`Remove ${name}`)}
        </div>
      }
    />
  )
}
