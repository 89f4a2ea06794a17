import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Texts by the server's action name; an unknown action of a newer server is shown by its name. */
export const auditTexts: Readonly<Record<string, MessageDescriptor>> = {
  'admin.made': msg`Admin account made`,
  'admin.promoted': msg`Made an admin`,
  'user.created': msg`User created`,
  'user.viewed': msg`Page viewed`,
  'user.changed': msg`User changed`,
  'user.deleted': msg`User deleted`,
  'user.signed_out': msg`Session revoked`,
  'plan.created': msg`Plan created`,
  'plan.changed': msg`Plan changed`,
  'plan.deleted': msg`Plan deleted`,
  'plan.restored': msg`Plan taken out of the archive`,
  'subscription.granted': msg`Subscription granted`,
  'subscription.cancelled': msg`Subscription cancelled`,
  'subscription.extended': msg`Subscription extended`,
  'grant.changed': msg`Grant changed`,
  'payment.refunded': msg`Payment refunded`,
  'code.created': msg`Promotion code created`,
  'code.ended': msg`Promotion code ended`,
  'users.exported': msg`Users exported`,
  'subscriptions.exported': msg`Subscriptions exported`,
  'recipients.exported': msg`Newsletter recipients exported`,
  'validators.viewed': msg`Volunteers viewed`,
  'model.switched': msg`Model switched on or off`,
  'report.viewed': msg`Report viewed`,
  'report.changed': msg`Report resolved or reopened`,
  'report.replied': msg`Report answered by mail`,
  'newsletter.created': msg`Newsletter: draft created`,
  'newsletter.changed': msg`Newsletter: draft changed`,
  'newsletter.deleted': msg`Newsletter: draft deleted`,
  'newsletter.tested': msg`Newsletter: test mail sent`,
  'newsletter.scheduled': msg`Newsletter: issue sent or scheduled`,
  'newsletter.paused': msg`Newsletter: sending paused`,
  'newsletter.resumed': msg`Newsletter: sending resumed`,
  'newsletter.stopped': msg`Newsletter: sending stopped`,
  'newsletter.recipients_viewed': msg`Newsletter: recipients viewed`,
  'newsletter.resent': msg`Newsletter: mail sent again`,
  'newsletter.image_added': msg`Newsletter: picture added`,
}

export const actorTexts: Readonly<Record<'admin' | 'provider' | 'operator', MessageDescriptor>> = {
  admin: msg`an admin`,
  provider: msg`a provider`,
  operator: msg`the operator of the server`,
}
