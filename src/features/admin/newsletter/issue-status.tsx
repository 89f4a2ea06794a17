import { Trans } from '@lingui/react/macro'
import type { IssueStatus } from '#contract/objects/newsletter.ts'
import { Badge } from '#ui/data-display/badge.tsx'

export function IssueStatusBadge({ status }: { status: IssueStatus }) {
  switch (status) {
    case 'draft':
      return (
        <Badge>
          <Trans>Draft</Trans>
        </Badge>
      )
    case 'scheduled':
      return (
        <Badge tone="accent">
          <Trans>Scheduled</Trans>
        </Badge>
      )
    case 'sending':
      return (
        <Badge tone="accent">
          <Trans>Being sent</Trans>
        </Badge>
      )
    case 'paused':
      return (
        <Badge tone="warn">
          <Trans>Paused</Trans>
        </Badge>
      )
    case 'stopped':
      return (
        <Badge tone="warn">
          <Trans>Stopped</Trans>
        </Badge>
      )
    case 'sent':
      return (
        <Badge>
          <Trans>Sent</Trans>
        </Badge>
      )
  }
}
