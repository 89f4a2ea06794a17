import type { Credentials } from './api-user.ts'

/** These passwords are used only in the demonstration's temporary folder, on loopback. */
export const admin: Credentials = { email: 'admin@companion.test', password: 'quiet-harbour-41' }

interface DemoUser {
  names: { first: string; last: string }
  what: string
  credentials: Credentials
  subscribed: boolean
  chats: readonly { title: string; questions: readonly string[] }[]
}

export const demoUsers: readonly DemoUser[] = [
  {
    names: { first: 'Inés', last: 'Robledo' },
    what: 'with a trial and chats',
    credentials: { email: 'ines@companion.test', password: 'paper-lantern-27' },
    subscribed: true,
    chats: [
      {
        title: 'A hard talk with my brother',
        questions: [
          'My brother borrowed money two years ago and never mentions it. How do I bring it up without a quarrel?',
          'What if he says that he cannot pay?',
        ],
      },
      {
        title: 'Saving for a year off',
        questions: ['I earn 2,400 a month and want a year off in 2029. What would a sensible plan look like?'],
      },
      {
        title: 'Is it fair to change my mind?',
        questions: ['I accepted a job and a better offer came a week later. Is it wrong to change my mind?'],
      },
    ],
  },
  {
    names: { first: 'Tomas', last: 'Lindqvist' },
    what: 'new, without a subscription',
    credentials: { email: 'tomas@companion.test', password: 'slow-river-88' },
    subscribed: false,
    chats: [],
  },
]
