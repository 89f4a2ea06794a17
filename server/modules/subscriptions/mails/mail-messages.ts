import type { Interval } from '#contract/objects/plan.ts'
import type { Language } from '#contract/primitives.ts'

/** After a price. */
export const intervalTexts: Record<Language, Record<Interval, string>> = {
  en: { week: 'a week', two_weeks: 'every two weeks', month: 'a month', year: 'a year' },
  es: { week: 'a la semana', two_weeks: 'cada dos semanas', month: 'al mes', year: 'al año' },
}

/** After the price and its interval, where Stripe adds a tax. */
export const taxTexts: Record<Language, string> = { en: ', plus tax', es: ', más impuestos' }

/** The titles of the plans of a new installation. */
export const planTitles: Readonly<Record<string, string>> = {
  'Two free weeks': 'Dos semanas gratis',
  Monthly: 'Mensual',
  Yearly: 'Anual',
}

const en = {
  labels: {
    plan: 'Plan',
    price: 'Price',
    paid: 'Paid',
    tax: 'Of which tax',
    paidOn: 'Paid on',
    due: 'To pay',
    unpaid: 'Not paid',
    dueOn: 'Due on',
    from: 'From',
    until: 'Until',
    ended: 'Ended on',
    failedOn: 'Tried on',
    refunded: 'Refunded',
    returned: 'Not refunded',
    payment: 'Of a payment of',
    on: 'Date',
  },
  buttons: { receipt: 'Open the receipt', account: 'Open my account', pay: 'Pay now', plans: 'See the plans' },
  nothing: 'Nothing',
  note: 'Your plan and your payments are always on your account page in Companion.',
  sandbox: 'This Companion uses a sandbox instead of a payment service: no money moves.',
  renews: (date: string, price: string) => `The plan renews on ${date} for ${price}.`,
  endsOn: (date: string) => `The plan does not renew: it ends on ${date}.`,
  changesOn: (date: string, plan: string, price: string) => `On ${date} the plan changes to ${plan}, ${price}.`,
  firstPayment: (date: string, price: string) => `The first payment, ${price}, is due on ${date}.`,
  purchase: {
    subject: (plan: string) => `Your plan: ${plan}`,
    paid: (plan: string) => `you bought the plan ${plan}. This mail is your receipt.`,
    free: (plan: string) => `you bought the plan ${plan}. Your free days are still yours: nothing was charged yet.`,
  },
  renewal: {
    subject: (amount: string) => `Your payment of ${amount}`,
    said: (plan: string) => `we received your payment for the plan ${plan}. This mail is your receipt.`,
  },
  ahead: {
    subject: (date: string) => `Your plan renews on ${date}`,
    said: (plan: string, date: string) => `the period of your plan ${plan} ends on ${date}, and then the plan renews.`,
    choice: 'If you do not want that, cancel it on your account page before then.',
  },
  failed: {
    subject: (amount: string) => `Your payment of ${amount} failed`,
    said: (plan: string) => `the payment for your plan ${plan} did not go through.`,
    again: (date: string) => `It is tried again on ${date}. You can also pay now, with another card if you like.`,
    now: 'You can pay on your account page, with another card if you like.',
    grace: (date: string) => `Until ${date} you can go on writing. Your chats stay readable after that too.`,
    over: 'Writing has stopped; your chats stay readable.',
  },
  last: {
    subject: (amount: string) => `The last try to charge ${amount} failed`,
    said: (plan: string) => `the payment for your plan ${plan} failed again, and no further try is planned.`,
    endedSubject: 'Your plan has ended',
    ended: (plan: string) =>
      `your plan ${plan} has ended, because the payment below was not made. It is not tried again, and nothing more is charged.`,
    back: 'Your chats stay readable. To go on writing, choose a plan.',
  },
  trial: {
    subject: (date: string) => `Your free trial ends on ${date}`,
    said: (date: string) => `your free trial ends on ${date}. Nothing is charged then, and nothing renews by itself.`,
    choice:
      'To go on writing, choose a plan; days that are left of the trial stay yours. Your chats stay readable in any case.',
    paidSubject: (date: string) => `Your first payment is due on ${date}`,
    paidSaid: (plan: string, date: string) =>
      `your free days end on ${date}. Then the first payment for the plan ${plan} is due.`,
    paidChoice: 'If you do not want that, cancel it on your account page before then.',
  },
  cancelled: {
    subject: 'Your plan is cancelled',
    said: (plan: string, date: string) =>
      `the plan ${plan} is cancelled. You can use it until ${date}; it does not renew, and nothing more is charged.`,
    undo: 'If you change your mind, you can undo this on your account page until then.',
    endedSubject: 'Your plan has ended',
    ended: (plan: string, date: string) => `the plan ${plan} ended on ${date}. Nothing more is charged.`,
    readable: 'Your chats stay readable.',
  },
  changed: {
    subject: (plan: string) => `Your plan is now ${plan}`,
    said: (plan: string) => `your plan was changed. It is now ${plan}.`,
    laterSubject: (date: string) => `Your plan changes on ${date}`,
    later: (plan: string, next: string, date: string) =>
      `on ${date} your plan changes from ${plan} to ${next}. Until then it stays as it is, and nothing is charged for the change.`,
    undo: 'You can take the change back on your account page until then.',
  },
  refund: {
    subject: (amount: string) => `Refund of ${amount}`,
    said: (amount: string, date: string) => `${amount} of your payment of ${date} was refunded.`,
    where: 'It goes back the way you paid. When you see it there depends on your bank.',
  },
  returned: {
    subject: (amount: string) => `Your refund of ${amount} did not arrive`,
    said: (amount: string, date: string) =>
      `the refund of ${amount} for your payment of ${date} could not be completed: your bank sent it back, for example because the card is closed.`,
    next: 'It counts as not refunded. The people who run this Companion see that, and can refund it again.',
  },
}

const es: typeof en = {
  labels: {
    plan: 'Plan',
    price: 'Precio',
    paid: 'Pagado',
    tax: 'De ello, impuestos',
    paidOn: 'Pagado el',
    due: 'A pagar',
    unpaid: 'No pagado',
    dueOn: 'Fecha de pago',
    from: 'Desde',
    until: 'Hasta',
    ended: 'Terminó el',
    failedOn: 'Intento del',
    refunded: 'Reembolsado',
    returned: 'No reembolsado',
    payment: 'De un pago de',
    on: 'Fecha',
  },
  buttons: { receipt: 'Ver el recibo', account: 'Abrir mi cuenta', pay: 'Pagar ahora', plans: 'Ver los planes' },
  nothing: 'Nada',
  note: 'Tu plan y tus pagos están siempre en la página de tu cuenta de Companion.',
  sandbox: 'Este Companion usa un entorno de pruebas en lugar de un servicio de pago: no se mueve dinero.',
  renews: (date, price) => `El plan se renueva el ${date} por ${price}.`,
  endsOn: (date) => `El plan no se renueva: termina el ${date}.`,
  changesOn: (date, plan, price) => `El ${date} el plan cambia a ${plan}, ${price}.`,
  firstPayment: (date, price) => `El primer pago, ${price}, será el ${date}.`,
  purchase: {
    subject: (plan) => `Tu plan: ${plan}`,
    paid: (plan) => `has comprado el plan ${plan}. Este mensaje es tu recibo.`,
    free: (plan) => `has comprado el plan ${plan}. Tus días gratis siguen siendo tuyos: todavía no se ha cobrado nada.`,
  },
  renewal: {
    subject: (amount) => `Tu pago de ${amount}`,
    said: (plan) => `hemos recibido tu pago del plan ${plan}. Este mensaje es tu recibo.`,
  },
  ahead: {
    subject: (date) => `Tu plan se renueva el ${date}`,
    said: (plan, date) => `el periodo de tu plan ${plan} termina el ${date} y entonces el plan se renueva.`,
    choice: 'Si no quieres que se renueve, cancélalo antes en la página de tu cuenta.',
  },
  failed: {
    subject: (amount) => `Tu pago de ${amount} ha fallado`,
    said: (plan) => `el pago de tu plan ${plan} no se ha podido hacer.`,
    again: (date) => `Se intentará otra vez el ${date}. También puedes pagar ahora, incluso con otra tarjeta.`,
    now: 'Puedes pagar en la página de tu cuenta, incluso con otra tarjeta.',
    grace: (date) => `Hasta el ${date} puedes seguir escribiendo. Después podrás seguir leyendo tus chats.`,
    over: 'Ya no se puede escribir; tus chats se pueden seguir leyendo.',
  },
  last: {
    subject: (amount) => `Ha fallado el último intento de cobrar ${amount}`,
    said: (plan) => `el pago de tu plan ${plan} ha vuelto a fallar y no está previsto ningún otro intento.`,
    endedSubject: 'Tu plan ha terminado',
    ended: (plan) =>
      `tu plan ${plan} ha terminado, porque el pago de abajo no se hizo. No se intentará otra vez y no se cobrará nada más.`,
    back: 'Tus chats se pueden seguir leyendo. Para seguir escribiendo, elige un plan.',
  },
  trial: {
    subject: (date) => `Tu prueba gratuita termina el ${date}`,
    said: (date) => `tu prueba gratuita termina el ${date}. Entonces no se cobra nada, y nada se renueva solo.`,
    choice:
      'Para seguir escribiendo, elige un plan; los días de prueba que te quedan siguen siendo tuyos. Tus chats se podrán leer en cualquier caso.',
    paidSubject: (date) => `Tu primer pago es el ${date}`,
    paidSaid: (plan, date) => `tus días gratis terminan el ${date}. Entonces se hace el primer pago del plan ${plan}.`,
    paidChoice: 'Si no lo quieres, cancélalo antes en la página de tu cuenta.',
  },
  cancelled: {
    subject: 'Tu plan está cancelado',
    said: (plan, date) =>
      `el plan ${plan} está cancelado. Puedes usarlo hasta el ${date}; no se renueva y no se cobra nada más.`,
    undo: 'Si cambias de idea, puedes deshacerlo hasta entonces en la página de tu cuenta.',
    endedSubject: 'Tu plan ha terminado',
    ended: (plan, date) => `el plan ${plan} terminó el ${date}. No se cobra nada más.`,
    readable: 'Tus chats se pueden seguir leyendo.',
  },
  changed: {
    subject: (plan) => `Tu plan es ahora ${plan}`,
    said: (plan) => `tu plan ha cambiado. Ahora es ${plan}.`,
    laterSubject: (date) => `Tu plan cambia el ${date}`,
    later: (plan, next, date) =>
      `el ${date} tu plan cambia de ${plan} a ${next}. Hasta entonces sigue igual y no se cobra nada por el cambio.`,
    undo: 'Puedes anular el cambio hasta entonces en la página de tu cuenta.',
  },
  refund: {
    subject: (amount) => `Reembolso de ${amount}`,
    said: (amount, date) => `te hemos reembolsado ${amount} de tu pago del ${date}.`,
    where: 'Vuelve por el mismo medio con el que pagaste. Cuándo lo verás depende de tu banco.',
  },
  returned: {
    subject: (amount) => `Tu reembolso de ${amount} no ha llegado`,
    said: (amount, date) =>
      `el reembolso de ${amount} de tu pago del ${date} no se ha podido completar: tu banco lo ha devuelto, por ejemplo porque la tarjeta está cancelada.`,
    next: 'Consta como no reembolsado. Quienes administran este Companion lo ven y pueden reembolsarlo otra vez.',
  },
}

export const mailMessages: Record<Language, typeof en> = { en, es }
