import { listAudit } from '#contract/endpoints/admin.ts'
import type { AuditEntry } from '#contract/objects/admin/audit-entry.ts'
import type { TestClient, TestInput } from './test-client.ts'

/** The entries of the audit log that a query finds, the newest first, as an admin with this token gets them. */
export async function readAuditLog(
  client: Pick<TestClient, 'call'>,
  token: string,
  query: Exclude<TestInput<typeof listAudit>['query'], undefined>,
): Promise<AuditEntry[]> {
  return (await client.call(listAudit, { token, query })).results
}
