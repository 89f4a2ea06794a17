import { Trans } from '@lingui/react/macro'
import { Fact, Facts } from './facts.tsx'

interface ReportFactsProps {
  name: string
  email: string
  reason: string
  comment: string
  /** Null without consent. */
  exchange: { question: string; answer: string } | null
}

/** A report about an answer. User and admin see it by the same component, so that the user knows what is shown. */
export function ReportFacts({ name, email, reason, comment, exchange }: ReportFactsProps) {
  return (
    <Facts>
      <Fact name={<Trans>From</Trans>}>{name === '' ? email : `${name} (${email})`}</Fact>
      <Fact name={<Trans>Reason</Trans>}>{reason}</Fact>
      <Fact name={<Trans>Comment</Trans>}>{comment.trim() || '–'}</Fact>
      {exchange === null ? (
        <Fact name={<Trans>Question and answer</Trans>}>
          <Trans>Not included</Trans>
        </Fact>
      ) : (
        <>
          <Fact name={<Trans>Question</Trans>}>{exchange.question}</Fact>
          <Fact name={<Trans>Answer</Trans>}>{exchange.answer}</Fact>
        </>
      )}
    </Facts>
  )
}
