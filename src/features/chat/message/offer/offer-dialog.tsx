import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { MESSAGE_MAX, RATED_ANSWER_MAX } from '#contract/limits.ts'
import type { Message } from '#contract/objects/chat.ts'
import { ExchangeInput } from '#contract/objects/ratings/rating.ts'
import { readStoredFormDraft, type StoredFormDraft, useFormDraft } from '#data/form-drafts/use-form-draft.ts'
import { useQueryAtOpening } from '#data/form-drafts/use-query-at-opening.ts'
import { useLoadOffers } from '#data/use-load-offers.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { anonymise } from '#lib/anonymise.ts'
import { queryProfile } from '#offline/chats/chat-profile.ts'
import { database } from '#offline/database/database.ts'
import { formDraftKey } from '#offline/drafts/form-draft.ts'
import { enqueueOffer, enqueueWithdrawal, type KnownOffer, queryOffers } from '#offline/ratings/offers.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { CancelButton } from '#ui/form/cancel-button.tsx'
import { Form } from '#ui/form/form.tsx'
import { RestoredNotice } from '#ui/form/restored-notice.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { useOnline } from '#ui/use-online.ts'
import styles from '../report/report-dialog.module.css'

export interface OfferDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  userId: number
  answer: Message
}

/** Offers an answer with its question for rating, in texts without names that the user sees first and may edit. */
export function OfferDialog({ open, onOpenChange, userId, answer }: OfferDialogProps) {
  const known = useKnown(userId, answer, open)
  return (
    <Dialog
      // With the form in it, so that its first field gets the focus.
      open={open && known !== undefined}
      onOpenChange={onOpenChange}
      title={<Trans>Offer this exchange for rating</Trans>}
      description={
        <Trans>
          Volunteers read exactly the two texts below, without your name, and rate the answer. Nothing else of the chat
          is shown to them. If one of them reports it, whoever runs this server reads the same two texts and may
          withdraw them. An admin may have a model score them, too. You can withdraw it at any time, here or in the
          settings.
        </Trans>
      }
    >
      {open && known ? (
        <OfferForm userId={userId} answer={answer} known={known} onClose={() => onOpenChange(false)} />
      ) : null}
    </Dialog>
  )
}

interface Known {
  question: string
  preferredName: string
  offer: KnownOffer | null
  storedDraft: StoredFormDraft
}

/** What this device knows for the form; undefined until it is read. */
function useKnown(userId: number, answer: Message, isOpen: boolean): Known | undefined {
  const draftKey = formDraftKey(answer.chat, `offer/${answer.id}`)
  return useQueryAtOpening(isOpen, `${userId} ${answer.id}`, async () => {
    const [question, profile, offers, storedDraft] = await Promise.all([
      database().messages.get([userId, answer.reply_to ?? '']),
      queryProfile(database(), userId),
      queryOffers(database(), userId),
      readStoredFormDraft({ userId, draftKey }),
    ])
    const offer = offers.find(({ message }) => message === answer.id) ?? null
    return { question: question?.content ?? '', preferredName: profile.preferred_name, offer, storedDraft }
  })
}

interface OfferFormProps {
  userId: number
  answer: Message
  known: Known
  onClose: () => void
}

/** Starts the form again (`key`) only when an offer appears or is gone, so that no other load undoes an edit. */
function OfferForm({ userId, answer, known, onClose }: OfferFormProps) {
  const isOnline = useOnline()
  const user = useSession()?.user
  useLoadOffers(userId, isOnline)
  const { question, preferredName } = known
  const withdrawn = known.offer?.is_withdrawn ? known.offer : null
  const offer = withdrawn === null ? known.offer : null
  const names = [user?.first_name, user?.last_name, user?.username, preferredName].map((name) => name ?? '')
  const full = `${user?.first_name ?? ''} ${user?.last_name ?? ''}`
  return (
    <Texts
      key={offer === null ? 'new' : 'offered'}
      answer={answer}
      userId={userId}
      storedDraft={known.storedDraft}
      question={question}
      names={[full, ...names]}
      offer={offer}
      wasWithdrawn={withdrawn !== null}
      onClose={onClose}
    />
  )
}

interface TextsProps extends Omit<OfferFormProps, 'known'> {
  storedDraft: StoredFormDraft
  question: string
  names: readonly string[]
  offer: KnownOffer | null
  /** An admin has withdrawn an earlier offer. */
  wasWithdrawn: boolean
}

function Texts(props: TextsProps) {
  const { userId, answer, question, names, offer, wasWithdrawn, onClose } = props
  const { t } = useLingui()
  const language = useLanguage()
  const placeholders = {
    name: t`[name]`,
    email: t`[email]`,
    phone: t`[phone number]`,
    address: t`[address]`,
    link: t`[link]`,
  }
  const prepared = [question, answer.content].map((text) => anonymise(text, names, placeholders))
  const count = prepared.reduce((sum, each) => sum + each.count, 0)
  const initial = {
    question: offer?.question ?? prepared[0]?.text ?? '',
    answer: offer?.answer ?? prepared[1]?.text ?? '',
    language: offer?.language ?? language,
  }
  const draft = useFormDraft(initial, props.storedDraft)
  const form = useAppForm(ExchangeInput, draft.values)
  const subject = { userId, chatId: answer.chat, messageId: answer.id }
  const change = async (work: () => Promise<void>, done: string) => {
    try {
      await work()
      draft.discard()
      toastSuccess(done)
      onClose()
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <Form
      of={form}
      onChange={() => draft.save(form.values())}
      onSubmit={(texts) =>
        change(
          () => enqueueOffer(database(), subject, texts),
          navigator.onLine ? t`Offered for rating. Thank you` : t`It will be offered as soon as you are online`,
        )
      }
    >
      <p className={styles.intro}>
        {offer === null ? (
          <>
            {wasWithdrawn ? (
              <Trans>
                Whoever runs this server has withdrawn what you had offered of it, after a volunteer had reported it.
                You can offer it again in other texts.
              </Trans>
            ) : null}{' '}
            <Plural
              value={count}
              _0="This device has found no name or address to replace."
              one="This device has replaced a name or an address."
              other="This device has replaced # names or addresses."
            />{' '}
            <Trans>It does not find all of them: read both texts, and change what could tell who you are.</Trans>
          </>
        ) : (
          <OfferState offer={offer} />
        )}
      </p>
      <TextAreaField name="question" label={t`Question`} rows={4} maxLength={MESSAGE_MAX} />
      <TextAreaField name="answer" label={t`Answer`} rows={8} maxLength={RATED_ANSWER_MAX} />
      <RestoredNotice form={form} draft={draft} />
      <div className={styles.actions}>
        {offer === null ? (
          <CancelButton draft={draft} onCancel={onClose} />
        ) : (
          <Button
            variant="danger"
            onClick={() => void change(() => enqueueWithdrawal(database(), subject), t`The offer is withdrawn`)}
          >
            <Trans>Withdraw offer</Trans>
          </Button>
        )}
        <Button type="submit" variant="primary">
          {offer === null ? <Trans>Offer for rating</Trans> : <Trans>Change offer</Trans>}
        </Button>
      </div>
    </Form>
  )
}

function OfferState({ offer }: { offer: KnownOffer }) {
  const language = useLanguage()
  const date = formatDate(offer.offered_at, language)
  if (offer.is_waiting) return <Trans>This offer waits on this device until you are online.</Trans>
  return (
    <>
      <Trans>Offered on {date}.</Trans>{' '}
      <Plural
        value={offer.ratings}
        _0="Nobody has rated it yet."
        one="Rated by # volunteer."
        other="Rated by # volunteers."
      />{' '}
      {offer.is_reported ? (
        <Trans>A volunteer has reported it, so nobody gets it until you change it.</Trans>
      ) : (
        <Trans>A change deletes the ratings that it has.</Trans>
      )}
    </>
  )
}
