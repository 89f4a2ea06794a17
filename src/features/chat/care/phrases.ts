/**
 * What people write who think of harming themselves, in English and Spanish, without accents and apostrophes. Only
 * statements about the writer: a question about the subject, another person's death or a figure of speech must not
 * match.
 */
const english = [
  /\b(?:i|id|ill|im) (?:\w+ ){0,4}?(?:kill|hurt|harm|cut|hang|shoot|drown|burn) myself\b(?! (?:laughing|with laughter|off from|up about|some slack))/,
  /\b(?:want|wanna|going|gonna|plan|planning|thinking of|thinking about|thought of|thought about|think about|try|tried|trying|need|urge) (?:to )?(?:kill|killing|hurt|hurting|harm|harming|cut|cutting|hang|hanging) myself\b/,
  /\bi (?:really |just |only |often |sometimes )*(?:want|wanna|wish i could|would like|wish) (?:to )?(?:die|be dead|disappear forever|end my life|end it all|stop living|not be alive|never wake up)\b(?! my\b)(?! (?:of|from) (?:laughter|laughing|embarrassment|shame|boredom))/,
  /\bi (?:really |just )*(?:dont|do not|no longer|dont really) (?:want|wanna) (?:to )?(?:live|be alive|be here|exist|wake up)(?: any ?more| any ?longer)?\s*(?:$|[.!?,;\n])/,
  /\b(?:im|i am|ive been|i have been|i feel|feeling|ive become) (?:\w+ ){0,2}?suicidal\b/,
  /\bi (?:\w+ ){0,3}?(?:suicidal thoughts|thoughts of suicide)\b/,
  /\bi (?:\w+ ){0,4}?(?:commit(?:ting)? suicide|end(?:ing)? my (?:own )?life|tak(?:e|ing) my own life)\b/,
  /\b(?:better off|happier) without me\b/,
  /\bi wish i (?:was|were) (?:dead|never born)\b/,
  /\bi (?:\w+ ){0,2}?(?:self ?harm|cut my (?:arms|wrists))\b/,
  /\bi (?:have|see) no reason (?:left )?to (?:live|go on living)\b/,
]
const spanish = [
  /\b(?:me quiero|quiero|queria|quisiera|voy a|pienso|pense en|pienso en|planeo|intente|intento|he intentado|necesito|ganas de|deseo) (?:\w+ ){0,2}?(?:suicidarme|matarme|quitarme la vida|hacerme dano|cortarme las venas|ahorcarme|autolesionarme)\b/,
  /\bme (?:quiero|voy a|quisiera) (?:suicidar|matar|ahorcar|quitar la vida|hacer dano)\b/,
  /\b(?:me )?(?:quiero|quisiera|deseo|ganas de|preferiria) (?:morir|morirme|estar muert[oa]|dejar de vivir|dejar de existir|no despertar)(?:me)?\b(?! de (?:risa|la risa|verguenza|amor|aburrimiento|hambre|calor|sueno))/,
  /\bme quiero morir\b(?! de (?:risa|la risa|verguenza|amor|aburrimiento|hambre|calor|sueno))/,
  /\b(?:ya )?no quiero (?:seguir viviendo|vivir(?: mas)?|existir|despertar(?:me)?)\s*(?:$|[.!?,;\n])/,
  /\b(?:tengo|tuve|vuelven mis) (?:\w+ )?(?:pensamientos|ideas) suicidas\b/,
  /\b(?:acabar|terminar) con mi vida\b/,
  /\b(?:estarian|estaria|estaran) mejor sin mi\b/,
  /\b(?:ojala|quisiera) (?:estuviera muert[oa]|no haber nacido)\b/,
  /\bme (?:corto|autolesiono|hago dano) (?:los brazos|las munecas|a mi mism[oa]|para|cuando)\b/,
  /\bno tengo (?:ninguna )?razon(?:es)? para (?:seguir )?(?:vivir|viviendo)\b/,
]
const phrases = [...english, ...spanish]

/** Longer texts are quoted or pasted more often than written: their beginning and end are read. */
const READ_MAX = 4000

/** Whether the text says that its writer thinks of harming themselves. Runs on the device; nothing of it is stored. */
export function speaksOfSelfHarm(text: string): boolean {
  const read = text.length > READ_MAX ? `${text.slice(0, READ_MAX / 2)}\n${text.slice(-READ_MAX / 2)}` : text
  const plain = read
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}'’‘´`]/gu, '')
    .replace(/[“”"«»()[\]*_¿¡-]/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
  return phrases.some((phrase) => phrase.test(plain))
}
