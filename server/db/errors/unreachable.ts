/** System errors of a connection attempt: nothing listens there, or the network or the host name leads nowhere. */
export const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']
