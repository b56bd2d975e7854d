/* queue.c - a pipeline of two threads and a queue: the sum of the squares of some numbers. */
#include <pthread.h>
#include <stdio.h>

enum { NUMBERS = 100000, ROOM = 1024 };

static int queue[ROOM];
static long head, tail;
static int closed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *produce (void *unused)
{
  for (int i = 0; i < NUMBERS; i++)
    {
      pthread_mutex_lock (&lock);
      while (head - tail == ROOM)
        pthread_cond_wait (&changed, &lock);
      queue[head++ % ROOM] = i % 100;
      pthread_cond_signal (&changed);
      pthread_mutex_unlock (&lock);
    }
  pthread_mutex_lock (&lock);
  closed = 1;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void)
{
  pthread_t producer;
  long sum = 0;
  pthread_create (&producer, NULL, produce, NULL);
  for (;;)
    {
      pthread_mutex_lock (&lock);
      while (head == tail && !closed)
        pthread_cond_wait (&changed, &lock);
      if (head == tail)
        break;
      int x = queue[tail++ % ROOM];
      pthread_cond_signal (&changed);
      pthread_mutex_unlock (&lock);
      sum += (long) x * x;
    }
  pthread_mutex_unlock (&lock);
  pthread_join (producer, NULL);
  printf ("%ld\n", sum);
}
