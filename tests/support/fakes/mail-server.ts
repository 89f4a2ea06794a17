import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { vi } from 'vitest'

export interface ReceivedMail extends Email {
  /** The recipients of the envelope. */
  recipients: readonly string[]
  raw: string
}

/** A mail server on the loopback address, which stores the mails that it accepts. */
export interface MailServer {
  /** The value for SMTP_URL. */
  url: string
  mails: readonly ReceivedMail[]
  /** Rejects the next `times` mails with this status. */
  refuse(status: number, times: number): void
  /** The number of delivery attempts, accepted or not. */
  offered(): number
  /** Delays the reply to every mail until `release` is called, as a very slow server does. */
  hold(): { release(): void }
  /** Accepts the next mail, and closes the connection instead of replying. */
  cut(): void
  close(): Promise<void>
}

interface MailServerOptions {
  /** The reply that refuses a recipient; undefined accepts it. */
  refuseRecipient?: (address: string) => { status: number; message: string } | undefined
  /** Runs when a mail is accepted, before the server replies to its sender. */
  beforeReply?: (mail: ReceivedMail) => Promise<void> | void
}

export async function startMailServer({ refuseRecipient, beforeReply }: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const refusals: number[] = []
  let offers = 0
  let held: Promise<void> | undefined
  const sockets = new Set<Socket>()
  let isCut = false
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const refusal = refuseRecipient?.(address)
      if (refusal === undefined) done()
      else done(Object.assign(new Error(refusal.message), { responseCode: refusal.status }))
    },
    async onData(stream, session, done) {
      const raw = await text(stream).catch(done)
      // The sender was killed in the middle of the mail.
      if (raw === undefined) return
      offers += 1
      await held
      const status = refusals.shift()
      if (status !== undefined) {
        done(Object.assign(new Error('no mail for person@example.org today'), { responseCode: status }))
        return
      }
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      const mail = { ...(await PostalMime.parse(raw)), recipients, raw }
      mails.push(mail)
      await beforeReply?.(mail)
      if (isCut) {
        isCut = false
        for (const socket of sockets) socket.destroy()
      }
      done()
    },
  })
  // A client that disconnects in the middle is no error of the server.
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (status, times) => void refusals.push(...Array<number>(times).fill(status)),
    offered: () => offers,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return { release: resolve }
    },
    cut() {
      isCut = true
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Resolves with the mail to this address whose subject matches, as soon as it arrives. */
export function mailTo(mails: readonly ReceivedMail[], email: string, subject: RegExp): Promise<ReceivedMail> {
  return vi.waitFor(
    () => {
      const found = mails.findLast((mail) => mail.recipients.includes(email) && subject.test(mail.subject ?? ''))
      if (found === undefined) throw new Error(`no mail with ${subject} has come to ${email}`)
      return found
    },
    { timeout: 10_000, interval: 20 },
  )
}

/** The token in a mail's link after `#token=`, `#verify=` or `#email=`. */
export function tokenIn(mail: { text?: string | undefined }): string {
  const token = /#(?:token|verify|email)=([\w-]{43})(?![\w-])/.exec(mail.text ?? '')?.[1]
  if (token === undefined) throw new Error('the mail has no link with a token')
  return token
}
