import type { Config } from '../../../config/config.ts'

/** Where a user arrives who has bought something, or has begun to. */
export const successAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>, id: string): string =>
  `${publicUrl}/subscription-success?session_id=${id}`

/** Where a user arrives who leaves a purchase; the page then says that nothing was bought. */
export const plansAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  `${publicUrl}/subscriptions?checkout=left`

/** A purchase that has begun: its id and the page on which it is paid, or the success page for what costs nothing. */
export interface StartedCheckout {
  session_id: string
  checkout_url: string
}
