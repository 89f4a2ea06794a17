import { html } from 'hono/html'
import { API_BASE } from '#contract/endpoint.ts'
import type { Language } from '#contract/primitives.ts'

const messages = {
  en: {
    title: 'The newsletter',
    ask: 'Do you no longer want to receive the Companion newsletter?',
    button: 'Unsubscribe',
    done: 'Done. You will receive no more newsletters. Mails about your account, such as a new password, still come.',
    ended: 'The subscription of this link has ended. If you have subscribed again since, use the link of a newer mail.',
    broken: 'This link is not whole. Open it again from the mail, or change the choice in your account.',
    home: 'To Companion',
  },
  es: {
    title: 'El boletín',
    ask: '¿Ya no quieres recibir el boletín de Companion?',
    button: 'Dejar de recibirlo',
    done: 'Hecho. No recibirás más boletines. Los mensajes sobre tu cuenta, como el de una contraseña nueva, seguirán llegando.',
    ended:
      'La suscripción de este enlace ha terminado. Si te has suscrito de nuevo desde entonces, usa el enlace de un mensaje más reciente.',
    broken: 'Este enlace no está completo. Ábrelo otra vez desde el mensaje, o cambia la opción en tu cuenta.',
    home: 'Ir a Companion',
  },
}

/**
 * A page without scripts, styled like the API documentation. The button posts to the same URL, so that a program which
 * opens every link of a mail does not end the newsletter.
 */
export async function unsubscribePage(
  state: 'ask' | 'done' | 'ended' | 'broken',
  language: Language,
): Promise<Response> {
  const { title, button, home, ...texts } = messages[language]
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title} · Companion</title>
<link rel="stylesheet" href="${API_BASE}/docs.css">
</head>
<body class="small">
<main>
<h1>${title}</h1>
<p>${texts[state]}</p>
${state === 'ask' && html`<form method="post"><button type="submit">${button}</button></form>`}
<p><a href="/">${home}</a></p>
</main>
</body>
</html>
`
  return new Response(String(await page), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Language': language },
  })
}
