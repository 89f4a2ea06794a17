import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Engine } from './database.ts'
import { foundation } from './migrations/0001-foundation.ts'
import { pushSubscriptions } from './migrations/0002-push-subscriptions.ts'
import { oneTimeTokens } from './migrations/0003-one-time-tokens.ts'
import { audit } from './migrations/0004-audit.ts'
import { photos } from './migrations/0005-photos.ts'
import { messageBranches } from './migrations/0006-message-branches.ts'
import { scores } from './migrations/0007-scores.ts'
import { search } from './migrations/0008-search.ts'
import { chatProfiles } from './migrations/0009-chat-profiles.ts'
import { yearlyLimits } from './migrations/0010-yearly-limits.ts'
import { payments } from './migrations/0011-payments.ts'
import { admin } from './migrations/0012-admin.ts'
import { validatorsOfAccounts } from './migrations/0013-validators-of-accounts.ts'
import { planFeaturesAndExpiry } from './migrations/0014-plan-features-and-expiry.ts'
import { clientErrors } from './migrations/0015-client-errors.ts'
import { userNameKeys } from './migrations/0016-user-name-keys.ts'
import { billingChanges } from './migrations/0017-billing-changes.ts'
import { webSearch } from './migrations/0018-web-search.ts'
import { chatPaths } from './migrations/0019-chat-paths.ts'
import { refunds } from './migrations/0020-refunds.ts'
import { billingMails } from './migrations/0021-billing-mails.ts'
import { taxes } from './migrations/0022-taxes.ts'
import { files } from './migrations/0023-files.ts'
import { recentlyDeleted } from './migrations/0024-recently-deleted.ts'
import { models } from './migrations/0025-models.ts'
import { promotionCodes } from './migrations/0026-promotion-codes.ts'
import { summaries } from './migrations/0027-summaries.ts'
import { feedback } from './migrations/0028-feedback.ts'
import { sharedChats } from './migrations/0029-shared-chats.ts'
import { temporaryAnswers } from './migrations/0030-temporary-answers.ts'
import { subscriptionList } from './migrations/0032-subscription-list.ts'
import { imports } from './migrations/0033-imports.ts'
import { newsletter } from './migrations/0034-newsletter.ts'
import { ratings } from './migrations/0035-ratings.ts'
import { judgeRuns } from './migrations/0036-judge-runs.ts'
import { secondFactors } from './migrations/0037-second-factors.ts'
import { newsletterClicks } from './migrations/0038-newsletter-clicks.ts'
import { auditChain } from './migrations/0039-audit-chain.ts'
import { suspensions } from './migrations/0040-suspensions.ts'
import { passkeys } from './migrations/0041-passkeys.ts'
import { emailChanges } from './migrations/0042-email-changes.ts'
import { legalTexts } from './migrations/0043-legal-texts.ts'
import { dismissedReports } from './migrations/0045-dismissed-reports.ts'
import { userList } from './migrations/0046-user-list.ts'
import { queueTurns } from './migrations/0047-queue-turns.ts'
import { confirmationTimes } from './migrations/0048-confirmation-times.ts'
import { withdrawnMessages } from './migrations/0049-withdrawn-messages.ts'
import { planRequests } from './migrations/0050-plan-requests.ts'
import { removedMemories } from './migrations/0051-removed-memories.ts'
import { readExecuted } from './migrations-executed.ts'
import type { Database } from './schema/schema.ts'

/** The migrator runs them in order of name. A released migration is never edited; a change is a new migration. */
export const migrations: Record<string, (engine: Engine) => Migration> = {
  '0001-foundation': foundation,
  '0002-push-subscriptions': pushSubscriptions,
  '0003-one-time-tokens': oneTimeTokens,
  '0004-audit': audit,
  '0005-photos': photos,
  '0006-message-branches': messageBranches,
  '0007-scores': scores,
  '0008-search': search,
  '0009-chat-profiles': chatProfiles,
  '0010-yearly-limits': yearlyLimits,
  '0011-payments': payments,
  '0012-admin': admin,
  '0013-validators-of-accounts': validatorsOfAccounts,
  '0014-plan-features-and-expiry': planFeaturesAndExpiry,
  '0015-client-errors': clientErrors,
  '0016-user-name-keys': userNameKeys,
  '0017-billing-changes': billingChanges,
  '0018-web-search': webSearch,
  '0019-chat-paths': chatPaths,
  '0020-refunds': refunds,
  '0021-billing-mails': billingMails,
  '0022-taxes': taxes,
  '0023-files': files,
  '0024-recently-deleted': recentlyDeleted,
  '0025-models': models,
  '0026-promotion-codes': promotionCodes,
  '0027-summaries': summaries,
  '0028-feedback': feedback,
  '0029-shared-chats': sharedChats,
  '0030-temporary-answers': temporaryAnswers,
  '0032-subscription-list': subscriptionList,
  '0033-imports': imports,
  '0034-newsletter': newsletter,
  '0035-ratings': ratings,
  '0036-judge-runs': judgeRuns,
  '0037-second-factors': secondFactors,
  '0038-newsletter-clicks': newsletterClicks,
  '0039-audit-chain': auditChain,
  '0040-suspensions': suspensions,
  '0041-passkeys': passkeys,
  '0042-email-changes': emailChanges,
  '0043-legal-texts': legalTexts,
  '0045-dismissed-reports': dismissedReports,
  '0047-queue-turns': queueTurns,
  '0046-user-list': userList,
  '0048-confirmation-times': confirmationTimes,
  '0049-withdrawn-messages': withdrawnMessages,
  '0050-plan-requests': planRequests,
  '0051-removed-memories': removedMemories,
}

/** The executed migrations that this version does not know: a newer one has added them. */
export const unknownOf = (executed: readonly string[]): string[] =>
  executed.filter((name) => !Object.hasOwn(migrations, name))

/**
 * Migrations that remove something, or refuse what an older server writes: no older server may run after them. All
 * others only add, so that servers of two releases work on one database while an upgrade is rolled out. A test compares
 * this list with the statements of each migration; a new migration should be listed only if that cannot be avoided.
 */
export const contractingMigrations: ReadonlySet<string> = new Set([
  '0006-message-branches',
  '0011-payments',
  '0013-validators-of-accounts',
  '0014-plan-features-and-expiry',
])

/**
 * Applies the pending migrations in one transaction and returns their names; when none is pending, it only reads which
 * have been executed, without the migrator, which would describe every table first. Two processes may call it at once:
 * the migrator takes an advisory lock on PostgreSQL; on SQLite its transaction takes the write lock. Migrations that
 * this version does not know are ignored, so that a server of the previous release can start again during a roll-out.
 * A pending migration is applied even when one with a higher number was executed before.
 */
export async function migrate(db: Kysely<Database>, engine: Engine): Promise<string[]> {
  const executed = await readExecuted(db)
  if (Object.keys(migrations).every((name) => executed.includes(name))) return []
  const own = Object.entries(migrations).map(([name, make]): [string, Migration] => [name, make(engine)])
  const newer = unknownOf(executed).map((name): [string, Migration] => [name, { up: async () => {} }])
  const provider = { getMigrations: async () => Object.fromEntries([...own, ...newer]) }
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map((result) => result.migrationName)
}
