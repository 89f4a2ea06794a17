import type { TimelineEntry } from '#contract/objects/timeline.ts'
import { AuditItem } from './audit-item.tsx'
import { ChargeItem } from './charge-item.tsx'
import { MailItem } from './mail-item.tsx'
import { RefundItem } from './refund-item.tsx'

/** `of`: the user on whose page the entry is shown. */
export function TimelineItem({ entry, of }: { entry: TimelineEntry; of: number }) {
  switch (entry.kind) {
    case 'charge':
    case 'failure':
      return <ChargeItem entry={entry} of={of} />
    case 'refund':
    case 'refund_elsewhere':
      return <RefundItem entry={entry} />
    case 'mail':
      return <MailItem entry={entry} />
    case 'deed':
      return <AuditItem entry={entry.entry} of={of} />
  }
}
