/**
 * The messages of invalid fields by key, in both languages. The schemas name keys; the server and the app look up the
 * message, so that a form and the API show the same.
 */
export const fieldMessages = {
  required: { en: 'This field is required', es: 'Este campo es obligatorio' },
  invalid: { en: 'Invalid value', es: 'Valor no válido' },
  too_long: { en: 'This is too long', es: 'Es demasiado largo' },
  email_required: { en: 'Email is required', es: 'El correo es obligatorio' },
  email_invalid: { en: 'Invalid email', es: 'Correo no válido' },
  password_required: { en: 'Password is required', es: 'La contraseña es obligatoria' },
  password_min: {
    en: 'Password must be at least 8 characters',
    es: 'La contraseña debe tener al menos 8 caracteres',
  },
  one_time_code_required: { en: 'Enter the code', es: 'Introduce el código' },
  one_time_code_wrong: {
    en: 'This code is not right, or was used already. Wait for the next one',
    es: 'Este código no es correcto o ya se usó. Espera al siguiente',
  },
  password_repetitive: {
    en: 'Password must have at least 4 different characters',
    es: 'La contraseña debe tener al menos 4 caracteres distintos',
  },
  password_personal: {
    en: 'Too easy to guess: a name, an email or “Companion”',
    es: 'Muy fácil de adivinar: nombre, correo o «Companion»',
  },
  confirm_password_required: {
    en: 'Confirm your password',
    es: 'Confirma tu contraseña',
  },
  confirm_password_match: { en: 'Passwords do not match', es: 'Las contraseñas no coinciden' },
  first_name_required: { en: 'First name is required', es: 'El nombre es obligatorio' },
  first_name_min: {
    en: 'First name must be at least 2 characters',
    es: 'El nombre debe tener al menos 2 caracteres',
  },
  first_name_letters: {
    en: 'First name can only contain letters',
    es: 'El nombre solo puede contener letras',
  },
  last_name_required: { en: 'Last name is required', es: 'El apellido es obligatorio' },
  last_name_min: {
    en: 'Last name must be at least 2 characters',
    es: 'El apellido debe tener al menos 2 caracteres',
  },
  last_name_letters: {
    en: 'Last name can only contain letters',
    es: 'El apellido solo puede contener letras',
  },
  username_min: {
    en: 'Username must be at least 3 characters',
    es: 'El nombre de usuario debe tener al menos 3 caracteres',
  },
  username_invisible: {
    en: 'Username cannot contain line breaks or invisible characters',
    es: 'El nombre de usuario no puede contener saltos de línea ni caracteres invisibles',
  },
  name_required: { en: 'Name is required', es: 'El nombre es obligatorio' },
  name_min: {
    en: 'Name must be at least 3 characters',
    es: 'El nombre debe tener al menos 3 caracteres',
  },
  memories_max: {
    en: 'No more facts can be remembered. Delete one first',
    es: 'No se pueden recordar más datos. Borra uno primero',
  },
  title_required: { en: 'Title is required', es: 'El título es obligatorio' },
  title_min: {
    en: 'Title must be at least 3 characters',
    es: 'El título debe tener al menos 3 caracteres',
  },
  description_required: { en: 'Description is required', es: 'La descripción es obligatoria' },
  description_min: {
    en: 'Description must be at least 10 characters',
    es: 'La descripción debe tener al menos 10 caracteres',
  },
  price_required: { en: 'Price is required', es: 'El precio es obligatorio' },
  price_invalid: {
    en: 'Price must be an amount such as 9.99',
    es: 'El precio debe ser una cantidad como 9.99',
  },
  price_range: {
    en: 'Price must be 0, or between 0.50 and 999999.99',
    es: 'El precio debe ser 0 o estar entre 0.50 y 999999.99',
  },
  currency_required: { en: 'Currency is required', es: 'La moneda es obligatoria' },
  interval_required: { en: 'Interval is required', es: 'El intervalo es obligatorio' },
  interval_invalid: { en: 'Invalid interval', es: 'Intervalo no válido' },
  features_required: {
    en: 'At least one feature is required',
    es: 'Se necesita al menos una característica',
  },
  tokens_limit_number: {
    en: 'Tokens limit must be a number',
    es: 'El límite de tokens debe ser un número',
  },
  tokens_limit_integer: {
    en: 'Tokens limit must be an integer',
    es: 'El límite de tokens debe ser un número entero',
  },
  tokens_limit_negative: {
    en: 'Tokens limit cannot be negative',
    es: 'El límite de tokens no puede ser negativo',
  },
  tokens_limit_required: {
    en: 'Tokens limit is required',
    es: 'El límite de tokens es obligatorio',
  },
  searches_limit_number: {
    en: 'Searches limit must be a number',
    es: 'El límite de búsquedas debe ser un número',
  },
  searches_limit_integer: {
    en: 'Searches limit must be an integer',
    es: 'El límite de búsquedas debe ser un número entero',
  },
  searches_limit_negative: {
    en: 'Searches limit cannot be negative',
    es: 'El límite de búsquedas no puede ser negativo',
  },
  searches_limit_required: {
    en: 'Searches limit is required',
    es: 'El límite de búsquedas es obligatorio',
  },
  photo_required: { en: 'Choose a photo', es: 'Elige una foto' },
  photo_too_large: {
    en: 'The photo is too large: 8 MB is the most',
    es: 'La foto es demasiado grande: 8 MB como máximo',
  },
  amount_positive: { en: 'Enter an amount above zero', es: 'Escribe un importe mayor que cero' },
  amount_required: { en: 'Enter an amount such as 9.99', es: 'Escribe un importe como 9,99' },
  reason_required: { en: 'Say why, for the record', es: 'Indica el motivo, para que conste' },
  code_required: { en: 'Enter the code', es: 'Escribe el código' },
  code_format: {
    en: 'A code has 3 to 40 letters, digits or hyphens',
    es: 'Un código tiene de 3 a 40 letras, cifras o guiones',
  },
  tax_id_format: {
    en: 'A tax ID has 4 to 20 letters and digits',
    es: 'Un identificador fiscal tiene de 4 a 20 letras y cifras',
  },
  tax_ids_max: { en: 'At most five tax IDs', es: 'Cinco identificadores fiscales como máximo' },
  percent_range: { en: 'Enter a whole number from 1 to 99', es: 'Escribe un número entero del 1 al 99' },
  months_range: { en: 'Enter a number of months from 1 to 36', es: 'Escribe un número de meses del 1 al 36' },
  redemptions_range: { en: 'Enter a whole number above zero', es: 'Escribe un número entero mayor que cero' },
  files_max: { en: '10 files is the most for one message', es: '10 archivos como máximo por mensaje' },
  files_repeated: {
    en: 'Each file can be in a message only once',
    es: 'Cada archivo puede estar una sola vez en un mensaje',
  },
  content_required: { en: 'Write something first', es: 'Escribe algo primero' },
  token_invalid: {
    en: 'This link is no longer valid',
    es: 'Este enlace ya no es válido',
  },
  credential_invalid: {
    en: 'The sign-in was not accepted',
    es: 'No se aceptó el inicio de sesión',
  },
} as const satisfies Record<string, Record<'en' | 'es', string>>

export type FieldMessage = keyof typeof fieldMessages

export function isFieldMessage(text: string): text is FieldMessage {
  return Object.hasOwn(fieldMessages, text)
}
