import type { Kysely } from 'kysely'
import type { OfferedExchange } from '#contract/objects/ratings/rating.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'

/** What a user has offered for rating, newest first; at most about OFFERS_MAX. */
export async function listOffers({ db }: Pick<Dependencies, 'db'>, userId: number): Promise<OfferedExchange[]> {
  const rows = await selectOffers(db, userId).orderBy('offered_at', 'desc').orderBy('message_id', 'desc').execute()
  return rows.map(toOffer)
}

export async function findOffer(
  db: Kysely<Database>,
  userId: number,
  messageId: string,
): Promise<OfferedExchange | undefined> {
  const row = await selectOffers(db, userId).where('message_id', '=', messageId).executeTakeFirst()
  return row && toOffer(row)
}

/** Also counts those that an admin has withdrawn and the user has not taken off the list. */
export async function countOffers(db: Kysely<Database>, userId: number): Promise<number> {
  const own = db.selectFrom('offered_exchanges').where('user_id', '=', userId)
  const { count } = await own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

function selectOffers(db: Kysely<Database>, userId: number) {
  return db
    .selectFrom('offered_exchanges')
    .select(['message_id', 'chat_id', 'question', 'answer', 'language', 'offered_at'])
    .select(({ selectFrom }) =>
      (['rating', 'report'] as const).map((kind) =>
        selectFrom('exchange_ratings')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('exchange_id', '=', 'offered_exchanges.id')
          .where('kind', '=', kind)
          .where('dismissed_at', 'is', null)
          .as(`${kind}s`),
      ),
    )
    .where('user_id', '=', userId)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOffers>['executeTakeFirstOrThrow']>>

const toOffer = ({ message_id, chat_id, ratings, reports, ...texts }: Row): OfferedExchange => ({
  ...texts,
  message: message_id,
  chat: chat_id,
  ratings: Number(ratings ?? 0),
  is_reported: Number(reports ?? 0) > 0,
  is_withdrawn: texts.answer === '',
})
