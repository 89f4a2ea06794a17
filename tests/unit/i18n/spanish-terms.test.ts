import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const catalog = join(import.meta.dirname, '../../../src/i18n/locales/es.po')

/** The names by which the controls of the chat and of the settings are found in English, and their Spanish terms. */
const terms: Readonly<Record<string, readonly (readonly [english: string, spanish: string])[]>> = {
  'the menu of a chat': [
    ['More about this chat', 'Más sobre este chat'],
    ['Rename', 'Renombrar'],
    ['Save permanently', 'Guardar para siempre'],
    ['Move to folder', 'Mover a una carpeta'],
    ['Manage tags', 'Gestionar etiquetas'],
    ['Export chat', 'Exportar el chat'],
    ['Delete', 'Borrar'],
  ],
  'the list of chats': [
    ['Chats', 'Chats'],
    ['Search chats', 'Buscar chats'],
    ['Folders', 'Carpetas'],
    ['Tags', 'Etiquetas'],
    ['Today', 'Hoy'],
    ['Yesterday', 'Ayer'],
    ['Older', 'Anteriores'],
    ['Examples', 'Ejemplos'],
  ],
  'the status of a message': [
    ['Waiting', 'En espera'],
    ['Waiting to send', 'Pendiente de enviar'],
    ['Sent', 'Enviado'],
    ['Not sent', 'No enviado'],
    ['Retry', 'Reintentar'],
  ],
  'an answer': [
    ['Copy', 'Copiar'],
    ['Play text', 'Reproducir texto'],
    ['Reassess answer', 'Reevaluar respuesta'],
    ['Show reasoning', 'Mostrar el razonamiento'],
    ['Hide reasoning', 'Ocultar el razonamiento'],
  ],
  'the scores of an answer': [
    ['Score', 'Puntuación'],
    ['Scores of this answer', 'Puntuación de esta respuesta'],
    ['Truth', 'Verdad'],
    ['Fairness', 'Equidad'],
    ['Wisdom', 'Sabiduría'],
    ['Duty', 'Deber'],
    ['Safety', 'Seguridad'],
    ['Liberty', 'Libertad'],
  ],
  'the settings': [
    ['General', 'General'],
    ['Conversation', 'Conversación'],
    ['Sessions', 'Sesiones'],
    ['Sync and offline', 'Sincronización y uso sin conexión'],
    ['Profile and memory', 'Perfil y memoria'],
    ['Text-to-speech voice', 'Voz para leer en alto'],
    ['Show message scores', 'Mostrar las puntuaciones'],
    ['Language', 'Idioma'],
  ],
  'the sign-up of validators': [
    ['Become a validator', 'Hazte validador'],
    ['Name', 'Nombre'],
    ['Email', 'Correo'],
    ['Sign up', 'Apuntarme'],
  ],
}

/** Reads the translations of each English text, of which there are several when it has several meanings. */
async function readTranslations(): Promise<Map<string, string[]>> {
  const text = await readFile(catalog, 'utf8')
  const translations = new Map<string, string[]>()
  for (const [, english, spanish] of text.matchAll(/^msgid (".+")\nmsgstr (".+")$/gm)) {
    const id = JSON.parse(english ?? '""')
    translations.set(id, [...(translations.get(id) ?? []), JSON.parse(spanish ?? '""')])
  }
  return translations
}

describe('in Spanish', () => {
  it.each(Object.entries(terms))('the names of %s are the usual terms', async (_, pairs) => {
    const translations = await readTranslations()
    const found = pairs.map(([english, spanish]) => [
      english,
      translations.get(english)?.find((each) => each === spanish),
    ])
    expect(found).toEqual(pairs)
  })
})
