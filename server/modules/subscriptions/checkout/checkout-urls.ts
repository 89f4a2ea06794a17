import type { Config } from '../../../config/config.ts'

/** Where a user arrives who has bought something, or has begun to. */
export const successAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>, id: string): string =>
  `${publicUrl}/subscription-success?session_id=${id}`

/** Where a user arrives who leaves a purchase; the page then says that nothing was bought. */
export const plansAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  `${publicUrl}/subscriptions?checkout=left`
