import type { Config } from '../../../config/config.ts'

export const termsInSpanish = ({ legal, payments, publicUrl, scoring }: Config): string => `# Qué es esto

Companion es un chat con un asistente cuyas respuestas escribe un programa. ${
  legal.operator.name === null
    ? 'Lo ofrece quien lleva este servidor.'
    : `Lo ofrece ${legal.operator.name}, cuyos datos están en el [aviso legal](${publicUrl}/legal/imprint).`
} Al crear una cuenta aceptas estas condiciones.

# Tu cuenta

Da un nombre y un correo que sean tuyos y no dejes que nadie más use tu cuenta.${
  legal.minimumAge === null ? '' : ` Debes tener al menos ${legal.minimumAge} años.`
} Puedes exportar lo que se guarda sobre ti y borrar tu cuenta cuando quieras, en la página de tu cuenta.

# Lo que escribes

Lo que escribes sigue siendo tuyo. Se guarda, y se pasa al asistente, para que recibas respuestas y puedas volver a leerlas. La [página de privacidad](${publicUrl}/information#privacy) dice qué se guarda y quién lo recibe.

# Lo que lees

Las respuestas las escribe un programa y pueden ser erróneas, incompletas o antiguas. Comprueba lo que te importe. No sustituyen el consejo de un médico, un abogado u otro profesional.${
  scoring ? ' Las puntuaciones junto a las respuestas también las hace un programa y pueden fallar igual.' : ''
}

# Lo que no se permite

No uses Companion para hacer daño a nadie, incumplir la ley, vulnerar derechos de otros, entrar en cuentas ajenas o perturbar el servicio. Una cuenta que lo haga puede suspenderse. Su dueño podrá seguir leyendo, exportando y borrando lo que hay en ella.

# Planes

${
  payments === 'stripe'
    ? 'Cada plan dice cuánto cuesta, por cuánto tiempo y qué incluye. Los pagos pasan por Stripe. Un plan que se renueva lo hace hasta que lo canceles en Suscripciones.'
    : 'Cada plan dice qué incluye. En este servidor los pagos son un ensayo: no se mueve dinero.'
}

# Disponibilidad

Companion se ofrece tal como es. Puede interrumpirse, cambiar o terminar.

# Cambios

Cuando estas condiciones cambien, la nueva versión aparecerá aquí con su fecha y las anteriores seguirán siendo legibles. Si un cambio necesita tu consentimiento, la aplicación te lo pedirá.
`
