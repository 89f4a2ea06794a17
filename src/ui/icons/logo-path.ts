/** A hexagon of radius 11 on a grid of 24, with the shape of six scores cut out. */
export const LOGO_PATH =
  'M12 .9a1 1 0 0 1 .5.13l8.6 4.97a1 1 0 0 1 .5.87v10.26a1 1 0 0 1-.5.87l-8.6 4.97a1 1 0 0 1-1 0L2.9 18a1 1 0 0 1-.5-.87V6.87A1 1 0 0 1 2.9 6l8.6-4.97A1 1 0 0 1 12 .9ZM12 4.6 6.1 8.5l.75 6.45L12 19.3l5.9-3.95-.95-6.3Z'
