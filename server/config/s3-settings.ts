import type { Environment } from './config-schema.ts'

/** A bucket of an S3-compatible store. */
export interface S3Config {
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}

const s3Fields = ['ENDPOINT', 'BUCKET', 'ACCESS_KEY', 'SECRET_KEY'] as const
export const s3Names = (prefix: 'FILES' | 'BACKUP') => s3Fields.map((field) => `${prefix}_S3_${field}` as const)

/** Null unless all its settings are given; `contradictions` rejects some without the others. */
export function s3Of(env: Environment, prefix: 'FILES' | 'BACKUP'): S3Config | null {
  const [endpoint, bucket, accessKey, secretKey] = s3Names(prefix).map((name) => env[name])
  if (!endpoint || !bucket || !accessKey || !secretKey) return null
  return { endpoint, bucket, region: env[`${prefix}_S3_REGION`], accessKey, secretKey }
}
