/** The localStorage key of the models; apart from what reads them, which only servers with several models need. */
export const MODELS_STORAGE_KEY = 'companion:models'
