import type { Config } from '../../../config/config.ts'

/** The page for a user who has paid, or whose purchase is in progress. */
export const successAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>, id: string): string =>
  `${publicUrl}/subscription-success?session_id=${id}`

/** The page for a user who cancels a purchase; it says that nothing was bought. */
export const plansAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  `${publicUrl}/subscriptions?checkout=left`

/** A started purchase: its id and the page for paying it, or the success page for a free plan. */
export interface StartedCheckout {
  session_id: string
  checkout_url: string
}
