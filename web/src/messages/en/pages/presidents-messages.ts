export default {
  name: "President's Messages",
  description:
    'A word from the President and from the Women Wing President on what we do, and why we do it this way.',
  intro: 'Two letters, on how this began and whom it is for.',
  letters: [
    {
      heading: 'Message from the President',
      signature: 'President',
      opening:
        'We began in 2018 with a rented room, a borrowed examination table and a question: who looks after the family that cannot pay?',
      paragraphs: [
        'The answer, then as now, was their neighbours. A retired dispenser gave his mornings. A shopkeeper gave the first month’s medicines. On the day we opened, the queue reached the road before the doctor did, and we understood that we had not started a project but made a promise.',
        'Since then the room has become dispensaries, the tea we gave to waiting patients has become a Dastarkhawan that serves a meal every day, and a blackboard under a tree has become our One Room Schools. None of it came from one large cheque. It came from thousands of small ones, from zakat and sadaqah given quietly, and from volunteers who never ask to be photographed.',
        'I ask two things of everyone who works with us. Treat the person in front of you as a guest, not as a case. And spend each rupee as though the giver were standing beside you, because one day we shall all have to account for it.',
        'The complex we are now building is the largest thing we have attempted. With the help of Allah and of people like you, it will stand long after those who laid its first brick are forgotten. That is as it should be.',
      ],
    },
    {
      heading: 'Message from the Women Wing President',
      signature: 'Women Wing President',
      opening:
        'When a woman in our villages learns a trade, the first thing she buys is almost always a school bag.',
      paragraphs: [
        'We opened the Women Empowerment wing in 2022 because mothers kept telling us the same thing: we do not want ration every month, we want work. So we found two sewing machines, then ten, then a teacher for the computer we had been given. The girls who came to keep their mothers company stayed to learn.',
        'Our work is done at a gentle pace, and close to home. Classes are held within walking distance, at hours that suit a household, with a corner for small children. Lady health visitors sit with us once a week, so that questions which are hard to ask elsewhere can be asked here.',
        'To the women who read this: come and see us. Bring a daughter, a sister, a neighbour. If you can teach, come and teach. If you can listen, that is needed just as much.',
        'And to those who give: you are not giving to women who are helpless. You are giving to women who have been waiting for a fair start.',
      ],
    },
  ],
};
