import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'
import { cutAtWord } from '#contract/title-and-preview.ts'
import { useLiveQuery } from '#data/use-live-query.ts'
import { useLoadOffers } from '#data/use-load-offers.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { database } from '#offline/database/database.ts'
import { enqueueWithdrawal, type KnownOffer, queryOffers } from '#offline/ratings/offers.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { announce } from '#ui/feedback/live-region.tsx'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { focusAfterRemoval } from '#ui/focus-after-removal.ts'
import { Group, Row } from '#ui/layout/group.tsx'
import { useOnline } from '#ui/use-online.ts'

const TEXT_MAX = 100

/** Lists what the user offers for rating; each can be withdrawn, also offline. Nothing is shown where there is none. */
export function OfferedExchanges({ userId }: { userId: number }) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const offers = useLiveQuery(() => queryOffers(database(), userId), [userId]) ?? []
  const heading = useRef<HTMLHeadingElement>(null)
  const [isAsking, setAsking] = useState(false)
  // The chosen offer remains named while the dialog closes.
  const [selected, setSelected] = useState<KnownOffer | null>(null)
  useLoadOffers(userId, isOnline)
  if (offers.length === 0 && selected === null) return null
  return (
    <Group
      headingRef={heading}
      title={<Trans>Offered for rating</Trans>}
      text={
        offers.length > 0 ? (
          <Trans>Volunteers read these exchanges without your name, and rate the answers.</Trans>
        ) : (
          <Trans>You offer nothing for rating any more.</Trans>
        )
      }
    >
      {offers.map((offer) => {
        if (offer.is_withdrawn) {
          const remove = () => {
            // Also keeps the heading, which receives the focus, after the last row.
            setSelected(offer)
            enqueueWithdrawal(database(), { userId, chatId: offer.chat, messageId: offer.message }).then(
              () => announce(t`Removed`),
              toastFailure,
            )
          }
          return <WithdrawnOffer key={offer.message} offer={offer} heading={heading} onRemove={remove} />
        }
        const question = cutAtWord(offer.question, TEXT_MAX)
        return (
          <Row
            key={offer.message}
            label={<span dir="auto">{question}</span>}
            text={<State offer={offer} />}
            action={
              <Button
                size="s"
                aria-label={t`Withdraw “${question}”`}
                onClick={() => {
                  setSelected(offer)
                  setAsking(true)
                }}
              >
                <Trans>Withdraw</Trans>
              </Button>
            }
          />
        )
      })}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t`Withdraw this offer?`}
        text={<Trans>Its texts and its ratings are deleted. Your chat stays as it is.</Trans>}
        confirmLabel={t`Withdraw`}
        focusAfter={heading}
        onConfirm={async () => {
          if (selected === null) return
          await enqueueWithdrawal(database(), { userId, chatId: selected.chat, messageId: selected.message })
        }}
      />
    </Group>
  )
}

interface WithdrawnOfferProps {
  offer: KnownOffer
  /** Receives the focus after the removal. */
  heading: RefObject<HTMLElement | null>
  onRemove: () => void
}

/** Without its texts, which are deleted; it is listed until the user has taken it off. */
function WithdrawnOffer({ offer, heading, onRemove }: WithdrawnOfferProps) {
  const { t } = useLingui()
  const date = formatDate(offer.offered_at, useLanguage())
  const { chat: chatId } = offer
  return (
    <Row
      label={<Trans>Offered on {date}</Trans>}
      text={
        <Trans>
          withdrawn by whoever runs this server, after a volunteer had reported it; its texts and ratings are deleted.{' '}
          <Link to="/chat/$chatId" params={{ chatId }}>
            Open the chat
          </Link>
        </Trans>
      }
      action={
        <Button
          ref={focusAfterRemoval(() => heading.current)}
          size="s"
          aria-label={t`Remove the offer of ${date} from this list`}
          onClick={onRemove}
        >
          <Trans>Remove</Trans>
        </Button>
      }
    />
  )
}

function State({ offer }: { offer: KnownOffer }) {
  if (offer.is_waiting) return <Trans>waits until you are online</Trans>
  if (offer.is_reported) return <Trans>reported by a volunteer; nobody gets it</Trans>
  return <Plural value={offer.ratings} _0="not rated yet" one="rated by # volunteer" other="rated by # volunteers" />
}
