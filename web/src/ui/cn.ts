// Joins class names. Nothing is merged: a component that is to look different takes a variant, since of two classes that set
// the same thing the order in the style sheet decides, not the order here.
export { cx as cn } from 'class-variance-authority';
