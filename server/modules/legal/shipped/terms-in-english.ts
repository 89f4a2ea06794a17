import type { Config } from '../../../config/config.ts'

export const termsInEnglish = ({ legal, payments, publicUrl, scoring }: Config): string => `# What this is

Companion is a chat with an assistant that a computer program writes. ${
  legal.operator.name === null
    ? 'It is offered by whoever runs this server.'
    : `It is offered by ${legal.operator.name}, whose details are in the [imprint](${publicUrl}/legal/imprint).`
} By creating an account you agree to these terms.

# Your account

Give a name and an email address that are yours, and let nobody else use your account.${
  legal.minimumAge === null ? '' : ` You must be at least ${legal.minimumAge} years old.`
} You can export what is stored about you and delete your account at any time, on the page of your account.

# What you write

What you write stays yours. It is stored, and passed on to the assistant, so that you get answers and can read them again. The [privacy page](${publicUrl}/information#privacy) says what is stored and who receives it.

# What you read

Answers are written by a program and can be wrong, incomplete or out of date. Check what matters to you. Answers do not replace the advice of a doctor, a lawyer or another professional.${
  scoring ? ' The scores beside answers are made by a program too, and can be wrong in the same way.' : ''
}

# What is not allowed

Do not use Companion to harm anybody, to break the law, to violate the rights of others, to get into other people's accounts, or to disturb the service for others. An account that does so can be suspended. Its owner can then still read, export and delete what is in it.

# Plans

${
  payments === 'stripe'
    ? 'Each plan says what it costs, for how long, and how much is included. Payments go through Stripe. A plan that renews itself does so until you cancel it under Subscriptions.'
    : 'Each plan says how much is included. Payments are a rehearsal on this server: no money moves.'
}

# Availability

Companion is offered as it is. It can be interrupted, changed or ended.

# Changes

When these terms change, the new version is shown here with its date, and earlier versions stay readable. If a change needs your consent, the app asks for it.
`
